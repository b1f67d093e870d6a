"""Writes games of 8x8 chess as python-chess exports them: moves by chance, but those that do more
than one thing (castling, en passant, promotion) rather than others.

    python3 tests/support/make_games.py > tests/data/python_chess.pgn
"""

import random

import chess
import chess.pgn

STARTS = [
    chess.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "4k3/p1p1p1p1/8/1P1P1P1P/1p1p1p1p/8/P1P1P1P1/4K3 w - - 5 40",
]


def is_special(board, move):
    return board.is_castling(move) or board.is_en_passant(move) or move.promotion is not None


def play(start, chance):
    board = chess.Board(start)
    for _ in range(120):
        moves = list(board.legal_moves)
        if not moves:
            break
        special = [move for move in moves if is_special(board, move)]
        board.push(chance.choice(special if special and chance.random() < 0.7 else moves))
    return board


def main():
    chance = random.Random(8)
    for number in range(8):
        game = chess.pgn.Game.from_board(play(STARTS[number % len(STARTS)], chance))
        game.headers["Event"] = "By chance"
        game.headers["Date"] = "2026.11.22"
        print(game, end="\n\n")


if __name__ == "__main__":
    main()
