"""Plays games of 8x8 chess between icochess and another engine.

python-chess checks every move of both sides. Each opening is played twice, with
either colour. An illegal move, a crash or a clock overrun loses. The summary
counts such games apart, as they say nothing about strength. It also names games
that couldn't be played; the exit status is then 2. scripts/play-engines installs
the requirements.
"""

import argparse
import concurrent.futures
import datetime
import math
import os
import queue
import signal
import subprocess
import sys
import threading
import time

import chess
import chess.engine
import chess.pgn

# Command and protocol of each engine.
ENGINES = {
    "fairymax": (["fairymax"], "xboard"),
    "phalanx": (["phalanx", "-l-"], "xboard"),
    "gnuchess": (["gnuchess", "--uci"], "uci"),
    "stockfish": (["stockfish"], "uci"),
}

# Common openings, eight plies each.
OPENINGS = """
e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6
e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6
e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Nf6
e4 e5 Nf3 Nf6 Nxe5 d6 Nf3 Nxe4
e4 e5 Nc3 Nf6 f4 d5 fxe5 Nxe4
e4 e5 f4 exf4 Nf3 g5 h4 g4
e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6
e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 g6
e4 c5 Nf3 e6 d4 cxd4 Nxd4 a6
e4 c5 c3 Nf6 e5 Nd5 d4 cxd4
e4 c5 Nc3 Nc6 g3 g6 Bg2 Bg7
e4 e6 d4 d5 Nc3 Bb4 e5 c5
e4 e6 d4 d5 Nd2 Nf6 e5 Nfd7
e4 c6 d4 d5 Nc3 dxe4 Nxe4 Bf5
e4 c6 d4 d5 exd5 cxd5 c4 Nf6
e4 d5 exd5 Qxd5 Nc3 Qa5 d4 Nf6
e4 d6 d4 Nf6 Nc3 g6 Nf3 Bg7
e4 Nf6 e5 Nd5 d4 d6 Nf3 Bg4
d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7
d4 d5 c4 c6 Nf3 Nf6 Nc3 dxc4
d4 d5 c4 dxc4 Nf3 Nf6 e3 e6
d4 Nf6 c4 g6 Nc3 Bg7 e4 d6
d4 Nf6 c4 g6 Nc3 d5 cxd5 Nxd5
d4 Nf6 c4 e6 Nc3 Bb4 Qc2 O-O
d4 Nf6 c4 e6 Nf3 b6 g3 Bb7
d4 Nf6 c4 c5 d5 e6 Nc3 exd5
d4 f5 g3 Nf6 Bg2 e6 Nf3 Be7
d4 d5 Nf3 Nf6 Bf4 c5 e3 Nc6
c4 e5 Nc3 Nf6 Nf3 Nc6 g3 d5
Nf3 d5 g3 Nf6 Bg2 c6 O-O Bf5
""".strip().splitlines()

# A longer game is a draw.
MOST_PLIES = 500


# Standard deviations that contain 95% of a normal distribution.
WIDTH = 1.96


class Failure(Exception):
    """A loss without mate, or a claimed draw."""

    def __init__(self, kind, text):
        super().__init__(text)
        self.kind = kind


class XBoard:
    """An engine with the XBoard protocol.

    python-chess needs the feature setboard, which old engines lack. Here a game
    begins with "new" and all its moves.
    """

    def __init__(self, command):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, bufsize=0
        )
        self.lines, self.pings = queue.Queue(), False
        self.game, self.sent = None, 0
        threading.Thread(target=self.listen, daemon=True).start()
        self.send("xboard", "protover 2")
        # Some engines say "done", some say nothing.
        end = time.monotonic() + 2
        while (left := end - time.monotonic()) > 0:
            try:
                line = self.lines.get(timeout=left)
            except queue.Empty:
                break
            if line is None:
                raise Failure("broken down", "exited at the start")
            self.pings = self.pings or "ping=1" in line
            if line.startswith("feature") and "done=1" in line:
                break

    def listen(self):
        for line in self.process.stdout:
            self.lines.put(line.decode(errors="replace").strip())
        self.lines.put(None)

    def send(self, *lines):
        try:
            self.process.stdin.write("".join(line + "\n" for line in lines).encode())
        except OSError as error:
            raise Failure("broken down", str(error)) from error

    def settle(self, number):
        """Discards output about the last game; False if it doesn't end."""
        try:
            self.send("force", f"ping {number}")
            while (line := self.lines.get(timeout=5)) != f"pong {number}":
                if line is None:
                    return False
        except (Failure, queue.Empty):
            return False
        return True

    def play(self, board, clocks, increment, move_time, game):
        """Returns the engine's move. The next call sends the opponent's reply."""
        side, moves = board.turn, [move.uci() for move in board.move_stack]
        centiseconds = [max(1, int(100 * clocks[color])) for color in (side, not side)]
        told = ["time {}".format(centiseconds[0]), "otim {}".format(centiseconds[1])]
        if game != self.game:
            minutes, seconds = divmod(int(clocks[side]), 60)
            # Whole seconds, as main() checks. The clock is sent before each move.
            level = f"level 0 {minutes}:{seconds:02} {int(increment)}"
            if move_time:
                level = f"st {int(move_time)}"
            told = ["new", "easy", "nopost", level, "force", *moves, *told, "go"]
        else:
            told += moves[self.sent :]
        self.game = game
        self.send(*told)
        end = time.monotonic() + clocks[side] + 5
        while True:
            try:
                line = self.lines.get(timeout=max(0.0, end - time.monotonic()))
            except queue.Empty:
                raise Failure("time", "no answer") from None
            words = (line or "").split()
            if line is None:
                raise Failure("broken down", "exited")
            if words[:1] == ["resign"] or words[:1] in (["1-0"], ["0-1"]):
                raise Failure("resigned", line)
            if words[:1] == ["1/2-1/2"] or words[:2] == ["offer", "draw"]:
                # An engine may offer and play on.
                if board.can_claim_draw():
                    raise Failure("claimed", line)
            if line.lower().startswith(("illegal move", "error")):
                raise Failure("broken down", f"answers {line!r} after {moves[-1]}")
            if words[:1] == ["move"] and len(words) == 2:
                try:
                    # Some engines castle in SAN.
                    read = board.parse_san if words[1][0] == "O" else board.parse_uci
                    move = read(words[1])
                except ValueError as error:
                    raise Failure("illegal move", str(error)) from error
                self.sent = len(moves) + 1
                return move

    def close(self):
        self.process.kill()
        self.process.wait()

    kill = close


class Uci:
    """An engine with the Universal Chess Interface."""

    def __init__(self, command, options):
        self.engine = chess.engine.SimpleEngine.popen_uci(command, timeout=20)
        known = {name: value for name, value in options.items() if name in self.engine.options}
        self.engine.configure(known)
        # Engines make their tables at the first isready, which python-chess sends with a game's
        # first move.
        self.engine.ping()

    def play(self, board, clocks, increment, move_time, game):
        limit = chess.engine.Limit(time=move_time) if move_time else chess.engine.Limit(
            white_clock=clocks[chess.WHITE],
            black_clock=clocks[chess.BLACK],
            white_inc=increment,
            black_inc=increment,
        )
        try:
            result = self.engine.play(board, limit, game=game)
        except chess.engine.EngineTerminatedError as error:
            raise Failure("broken down", str(error)) from error
        except chess.engine.EngineError as error:
            # python-chess rejects the engine's move.
            raise Failure("illegal move", str(error)) from error
        except TimeoutError as error:
            raise Failure("time", "no answer") from error
        if result.move is None:
            raise Failure("resigned", "no move")
        return result.move

    def close(self):
        self.engine.close()

    def kill(self):
        os.kill(self.engine.transport.get_pid(), signal.SIGKILL)


class Player:
    """An engine that is restarted after a failure."""

    def __init__(self, name, command, protocol, options):
        self.name, self.command, self.protocol = name, command, protocol
        self.options, self.engine, self.game = options, None, 0
        # Largest clock overrun, in seconds.
        self.late = 0.0
        # Seconds and moves over all games.
        self.used, self.moves = 0.0, 0

    def start(self):
        if self.engine is None and self.protocol == "uci":
            self.engine = Uci(self.command, self.options)
        elif self.engine is None:
            self.engine = XBoard(self.command)
        return self.engine

    def begin(self, game):
        """Prepares each move; closes an engine that may still send output of another game."""
        if game != self.game and isinstance(self.engine, XBoard):
            if not self.engine.pings or not self.engine.settle(game):
                self.close()
        self.game = game

    def close(self):
        if self.engine is not None:
            self.engine.close()
            self.engine = None


def ask(player, board, clocks, options, game):
    """Returns the player's move and the time it took, which it subtracts from the clock."""
    side = board.turn
    player.begin(game)
    # The start doesn't count.
    engine = player.start()
    started = time.monotonic()
    try:
        move = engine.play(board, clocks, options.inc, options.movetime, game)
    except Failure as failure:
        if failure.kind not in ("resigned", "claimed"):
            player.close()
        raise
    used = time.monotonic() - started
    player.used, player.moves = player.used + used, player.moves + 1
    left = clocks[side] - used
    player.late = max(player.late, -left)
    if left < -options.margin:
        raise Failure("time", f"{used:.3f} s used, {clocks[side]:.3f} s were left")
    if move not in board.legal_moves:
        raise Failure("illegal move", move.uci())
    clocks[side] = options.movetime or max(left, 0.0) + options.inc
    return move, used


def ending(board):
    """Result and reason, if the game is over."""
    if board.is_checkmate():
        return ("0-1" if board.turn else "1-0"), "mate"
    if board.is_stalemate():
        return "1/2-1/2", "stalemate"
    if board.is_insufficient_material():
        return "1/2-1/2", "too little to mate"
    if board.halfmove_clock >= 100:
        return "1/2-1/2", "fifty moves"
    if board.is_repetition(3):
        return "1/2-1/2", "repetition"
    if len(board.move_stack) >= MOST_PLIES:
        return "1/2-1/2", "too long"
    return None


def play(players, ours, opening, options, number):
    """Plays one game; `players` by colour, `ours` is icochess's colour."""
    board = chess.Board()
    for word in opening.split():
        board.push_san(word)
    first = options.movetime or options.time
    clocks = {chess.WHITE: first, chess.BLACK: first}
    spent, failure = {}, None
    while (end := ending(board)) is None:
        side = board.turn
        try:
            clock = clocks[side]
            move, used = ask(players[side], board, clocks, options, number)
        except Failure as lost:
            lost_game = "0-1" if side else "1-0"
            end = ("1/2-1/2" if lost.kind == "claimed" else lost_game), lost.kind
            failure = (side, lost, clock)
            break
        board.push(move)
        spent[len(board.move_stack)] = used
    result, reason = end
    game = chess.pgn.Game.from_board(board)
    game.headers["Event"] = "icochess against " + options.engine
    game.headers["Site"] = "?"
    game.headers["Date"] = datetime.date.today().strftime("%Y.%m.%d")
    game.headers["Round"] = str(number)
    game.headers["White"] = players[chess.WHITE].name
    game.headers["Black"] = players[chess.BLACK].name
    game.headers["Result"] = result
    game.headers["TimeControl"] = time_control(options)
    game.headers["Termination"] = reason
    for ply, node in enumerate(game.mainline(), 1):
        if ply in spent:
            node.comment = f"[%emt {spent[ply]:.3f}]"
    if failure:
        side, lost, clock = failure
        text = f"{players[side].name}: {lost.kind}: {lost}"
        game.end().comment = (game.end().comment + " " + text).strip()
        if lost.kind not in ("resigned", "claimed"):
            print(f"game {number}: {text}, clock {clock:.3f} s\n  {board.fen()}", file=sys.stderr)
    points = 0.5 if result == "1/2-1/2" else float((result == "1-0") == ours)
    failed = None if failure is None else (failure[0] == ours, failure[1].kind)
    return game, points, reason, failed


def time_control(options):
    """Value of the PGN tag TimeControl, in seconds."""
    if options.movetime:
        return f"1/{options.movetime:g}"
    return f"{options.time:g}+{options.inc:g}"


def elo(score):
    if not 0 < score < 1:
        return math.copysign(math.inf, score - 0.5)
    return -400 * math.log10(1 / score - 1)


def summary(points):
    """Score and Elo with its 95% confidence interval; `points` by game number.

    The two games of an opening depend on each other, so the error comes from
    pairs. If all pairs are alike, the rule of three gives it, as in
    `icochess-lab match`."""
    count = len(points)
    wins, draws = (list(points.values()).count(point) for point in (1.0, 0.5))
    mean = sum(points.values()) / count
    pairs = [
        (points[number] + points[number + 1]) / 2
        for number in points
        if number % 2 == 0 and number + 1 in points
    ]
    text = f"+{wins} ={draws} -{count - wins - draws}, {sum(points.values()):g} of {count}"
    if len(pairs) < 2:
        return text
    middle = sum(pairs) / len(pairs)
    variance = sum((pair - middle) ** 2 for pair in pairs) / (len(pairs) - 1)
    error = WIDTH * math.sqrt(variance / len(pairs)) if variance > 0 else 3 / len(pairs)
    low, high = elo(max(middle - error, 0)), elo(min(middle + error, 1))
    return text + f", Elo {elo(mean):+.0f} ({low:+.0f} to {high:+.0f})"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", required=True, choices=sorted(ENGINES))
    parser.add_argument("--games", type=int, default=20, help="number of games, two for each opening")
    parser.add_argument("--time", type=float, default=5.0, help="seconds for a game")
    parser.add_argument("--inc", type=float, default=0.0, help="increment in seconds")
    parser.add_argument("--movetime", type=float, help="seconds for each move, instead of a clock")
    parser.add_argument("--margin", type=float, default=0.05, help="allowed overrun in seconds")
    parser.add_argument("--elo", type=int, default=2000, help="stockfish's own strength limit")
    parser.add_argument("--level", type=int, default=18, help="icochess's level, 1 to 18")
    parser.add_argument("--icochess", required=True, help="the program icochess-lab or icochess")
    parser.add_argument("--pgn", help="file for the games")
    parser.add_argument("--concurrency", type=int, default=1, help="games at once")
    options = parser.parse_args()

    command, protocol = ENGINES[options.engine]
    times = [options.movetime] if options.movetime else [options.time, options.inc]
    if protocol == "xboard" and any(not seconds.is_integer() for seconds in times):
        # Rounding would give the two sides different clocks.
        parser.error(
            f"{options.engine} knows whole seconds only: use whole seconds for --time and --inc, "
            "or for --movetime"
        )
    theirs = {"Hash": 16}
    if options.engine == "stockfish":
        # Its default of 10 ms loses games on time on a busy machine.
        theirs |= {"UCI_LimitStrength": True, "UCI_Elo": options.elo, "Move Overhead": 20}
    local, started = threading.local(), []

    def run(number):
        if not hasattr(local, "players"):
            ours = {"Hash": 16, "Threads": 1, "Level": options.level}
            us = Player("icochess", [options.icochess, "uci"], "uci", ours)
            them = Player(options.engine, command, protocol, theirs)
            local.players = us, them
            started.extend(local.players)
        us, them = local.players
        opening = OPENINGS[number // 2 % len(OPENINGS)]
        ours = number % 2 == 0
        try:
            colours = {ours: us, (not ours): them}
            return number, *play(colours, ours, opening, options, number + 1)
        except BaseException:
            # The next game begins with new engines.
            us.close()
            them.close()
            raise

    points, reasons, failures = {}, {}, {}
    file = open(options.pgn, "w", encoding="utf-8") if options.pgn else None
    # Ended from outside, the script still prints the summary.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    pool = concurrent.futures.ThreadPoolExecutor(options.concurrency)
    games = {pool.submit(run, number): number for number in range(options.games)}
    try:
        for done in concurrent.futures.as_completed(games):
            if (error := done.exception()) is not None:
                # Neither side loses it, and the other games go on.
                print(f"game {games[done] + 1} couldn't be played: {error!r}", file=sys.stderr)
                continue
            number, game, point, reason, failed = done.result()
            points[number] = point
            reasons[reason] = reasons.get(reason, 0) + 1
            if failed:
                failures[failed] = failures.get(failed, 0) + 1
            if file:
                print(game, file=file, end="\n\n", flush=True)
            print(f"{len(points)} of {options.games}: {summary(points)}", file=sys.stderr)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
    pool.shutdown(wait=False, cancel_futures=True)
    unplayed = options.games - len(points)
    status = tell(options, points, reasons, failures, unplayed, started)
    sys.stdout.flush()
    # Doesn't wait for threads of interrupted games, and kills their engines, which may
    # be thinking.
    for player in started:
        if player.engine is not None:
            player.engine.kill()
    os._exit(status)


def tell(options, points, reasons, failures, unplayed, started):
    """Prints the summary and returns the exit status."""
    if not points:
        return 2
    asked = f" ({unplayed} of {options.games} games were not played)" if unplayed else ""
    strength = f" set to {options.elo}" if options.engine == "stockfish" else ""
    print(
        f"icochess against {options.engine}{strength}, {time_control(options)} s: "
        f"{summary(points)}{asked}"
    )
    print("ends: " + ", ".join(f"{reason} {count}" for reason, count in sorted(reasons.items())))
    bad = 0
    for is_ours, name in ((True, "icochess"), (False, options.engine)):
        counts = [failures.get((is_ours, kind), 0) for kind in ("illegal move", "time", "broken down")]
        print("{}: {} illegal moves, {} losses on time, {} crashes".format(name, *counts))
        bad += is_ours * sum(counts)
        of = [player for player in started if player.name == name]
        moves = sum(player.moves for player in of)
        used = sum(player.used for player in of) / max(moves, 1)
        print(f"{name}: {1000 * used:.1f} ms a move in {moves} moves")
    late = max(player.late for player in started if player.name == "icochess")
    if late > 0:
        print(f"icochess overran its time by {1000 * late:.0f} ms at most")
    else:
        print("icochess never overran its time")
    return 2 if unplayed else min(bad, 1)


if __name__ == "__main__":
    main()
