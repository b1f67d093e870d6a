"""Measures the levels below full strength by matches of icochess-lab.

Each level plays the one below, and the lowest plays Random. The games of a pair
come in parts of 40 with seeds of their own. The results of each part are kept, so
that another call only plays the missing ones. scripts/levels builds icochess-lab.
"""

import argparse
import math
import os
import re
import subprocess
import sys

BOARDS = ["icochess", "chess", "octhex146", "startrek3d", "raumschach"]
# The levels below full strength.
LEVELS = range(1, 18)
# Games of a part.
GAMES = 40
# Parts of a pair, quickly measured and in full.
QUICK, FULL = 1, 10
# Standard deviations that contain 95% of a normal distribution.
WIDTH = 1.96

PAIRS = re.compile(r"^Pairs with .* points of A: \[(.*)\]$", re.MULTILINE)


def read(file):
    """Returns the kept results: pairs of games by points, by board, level and seed."""
    results = {}
    if os.path.exists(file):
        with open(file, encoding="utf-8") as lines:
            for board, level, seed, *pairs in map(str.split, lines):
                results[board, int(level), int(seed)] = [int(count) for count in pairs]
    return results


def play(options, board, level, seed):
    """Plays a part of a pair's games and returns the pairs of games by points."""
    below = f"strong:level={level - 1}:time=60" if level > 1 else "random"
    command = [options.lab, "match", f"strong:level={level}:time=60", below]
    # From the start position, as people play; the errors keep the games apart.
    command += ["--variant", board, "--openings", "0", "--hash", "1"]
    # Each game adds its number to the seed, so parts must be that far apart.
    command += ["--games", str(GAMES), "--seed", str(seed * GAMES)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return [int(count) for count in PAIRS.search(done.stdout).group(1).split(",")]


def score(parts):
    """Returns the score in percent with its error, from all parts."""
    counts = [sum(counts) for counts in zip(*parts)]
    number = sum(counts)
    mean = sum(points * count for points, count in enumerate(counts)) / number / 4
    variance = sum((points / 4 - mean) ** 2 * count for points, count in enumerate(counts)) / number
    # If all pairs are alike, the rule of three gives the error, as in `icochess-lab match`.
    error = WIDTH * math.sqrt(variance / number) if variance > 0 else 3 / number
    return f"{100 * mean:.0f}% (±{100 * error:.0f})"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lab", required=True, help="the program icochess-lab")
    parser.add_argument("--results", required=True, help="file for the results")
    parser.add_argument("--full", action="store_true", help="play 400 games a pair instead of 40")
    parser.add_argument("--boards", nargs="+", choices=BOARDS, default=BOARDS)
    options = parser.parse_args()
    seeds = range(1, (FULL if options.full else QUICK) + 1)
    results = read(options.results)
    # Each part of all pairs before the next, so that an early end leaves all pairs measured.
    for seed in seeds:
        for board in options.boards:
            for level in LEVELS:
                key = board, level, seed
                if key in results:
                    continue
                results[key] = play(options, *key)
                with open(options.results, "a", encoding="utf-8") as file:
                    print(*key, *results[key], file=file)
                print(board, f"level {level}:", score([results[key]]), file=sys.stderr)
    print("| Levels |", " | ".join(options.boards), "|")
    print("|---|" + "---|" * len(options.boards))
    for level in LEVELS:
        scores = [
            score([results[board, level, seed] for seed in seeds]) for board in options.boards
        ]
        print(f"| {level} against {level - 1 or 'Random'} |", " | ".join(scores), "|")


if __name__ == "__main__":
    main()
