"""What python-chess reads in a PGN file, as JSON, and the file written again by its exporter.

    python_chess.py IN OUT

One game is a list of moves in the order of the text, each with its depth in the tree. With
--version it only says which python-chess there is.
"""

import json
import sys

import chess
import chess.pgn


def words(text):
    return " ".join(text.split())


def evaluation(node):
    score = node.eval()
    if score is None:
        return None
    score = score.white()
    value = f"#{score.mate()}" if score.is_mate() else score.score()
    return [value, node.eval_depth()]


def move(node, depth):
    before = node.parent.board()
    clock = node.clock()
    return {
        "depth": depth,
        "uci": node.move.uci(),
        "san": before.san(node.move),
        "fen": node.board().fen(),
        "before": words(node.starting_comment),
        "comment": words(node.comment),
        "nags": sorted(node.nags),
        "clock": None if clock is None else round(clock * 1000),
        "eval": evaluation(node),
    }


def tree(game):
    moves = []
    stack = [(game, 0)]
    while stack:
        node, depth = stack.pop()
        if node.parent is not None:
            moves.append(move(node, depth))
        stack.extend((child, depth + 1) for child in reversed(node.variations))
    return {
        "errors": [str(error) for error in game.errors],
        "tags": dict(game.headers),
        "comment": words(game.comment),
        "moves": moves,
    }


def main():
    if sys.argv[1:] == ["--version"]:
        print(chess.__version__)
        return
    source, target = sys.argv[1:]
    with open(source, encoding="utf-8") as file, open(target, "w", encoding="utf-8") as out:
        games = []
        while (game := chess.pgn.read_game(file)) is not None:
            games.append(tree(game))
            print(game.accept(chess.pgn.StringExporter(columns=79)), file=out, end="\n\n")
    json.dump(games, sys.stdout)


main()
