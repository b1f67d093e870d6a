#!/usr/bin/env python3
"""Synthesise the sound effects of Icochess.

Writes FLAC files beside this script (mono; 48000 Hz and 16 bits but for the
air of the rooms, which has less of both):

    hover.flac      very soft, short tick: the pointer passes over a tile
    select.flac     light wood-and-glass tap, two quick transients
    move_*_*.flac   a felted piece set down on a board of wood, glass or stone: a
                    light, a medium or a heavy one
    capture_*.flac  a heavy knock, then a piece set down on each of these boards
    check.flac      a clear two-note warning bell
    game_over.flac  a calm four-note chime that resolves, with a long tail
    mate.flac       the two notes of check, and the deep bell on which they rest
    refusal.flac    a low, dull double thud: "no"
    clock.flac      a wooden clock: tick, tock, tick, tock
    air_*.flac      the air of a quiet room, of a terrace at night and between the
                    stars: seconds that go on without a seam
    pass.flac       two soft bell notes, falling: the other one is next

How to run (Python 3.8 or later, standard library only):

    python3 make_sounds.py           write the files
    python3 make_sounds.py --check   write nothing; exit 1 if a file on disk
                                     is missing or differs from what this
                                     script would write

Each sound is a sum of decaying sines (the modes of a struck body) and a short
burst of filtered noise (the contact). Four bodies, WOOD, STONE, GLASS and BELL,
make them one family. Each is as loud as said here, measured as EBU R 128 does
(docs/notes/sound.md). The bell notes are tuned to D major: the check bell plays two
notes of the dominant and so stays open, and the game-over chime comes to rest
on the tonic. So does mate, after the notes of check.

The output is deterministic: every noise burst has a fixed seed, so each run
gives the same bytes. After changing anything here, run the script again and
commit the FLAC files with it.
"""

import argparse
import math
import random
import sys
from collections import namedtuple
from functools import partial
from pathlib import Path

SAMPLE_RATE = 48000  # hertz, of all but the air of the rooms
FULL_SCALE = 32767  # largest 16-bit sample value

# The air of a room: how long it is before it begins again, in seconds; samples a second,
# twice the highest pitch that is heard of it; bits of a sample, as air does not pack: what
# rounding adds lies 32 decibels and more below it.
Air = namedtuple("Air", "seconds rate bits")
TABLE = Air(seconds=30, rate=8000, bits=8)
TERRACE = Air(seconds=24, rate=16000, bits=8)
STARS = Air(seconds=20, rate=4000, bits=12)

# A body is a list of modes: (frequency ratio to the body's pitch, level in
# decibels, decay time as a fraction of the body's own decay time).

# A piece on a wooden board: close, inharmonic plate modes that die fast.
WOOD = [
    (1.00, 0.0, 1.00),
    (1.58, -4.0, 0.80),
    (2.31, -7.0, 0.62),
    (3.95, -11.0, 0.42),
    (6.20, -17.0, 0.26),
    (9.40, -24.0, 0.16),
]

# A slab: few modes far apart, and all of them short.
STONE = [
    (1.00, 0.0, 1.00),
    (1.73, -3.0, 0.60),
    (2.91, -6.0, 0.36),
    (4.60, -12.0, 0.20),
    (7.30, -20.0, 0.10),
]

# A small hard tile: a few sparse, high modes.
GLASS = [
    (1.00, 0.0, 1.00),
    (2.32, -7.0, 0.60),
    (4.25, -15.0, 0.35),
]

# A small bell bar: the ratios of a free bar, a soft octave for warmth and a
# second, slightly sharp fundamental that makes the tail shimmer.
BELL = [
    (1.000, 0.0, 1.00),
    (1.002, -9.0, 0.90),
    (2.000, -15.0, 0.55),
    (2.756, -13.0, 0.38),
    (5.404, -24.0, 0.14),
    (8.933, -34.0, 0.06),
]

# Pitches of the bell notes, in hertz (equal temperament, A4 = 440 Hz).
D4, D5, E5, FS5, A5, CS6, E6 = (
    440.0 * 2.0 ** (semitones / 12.0) for semitones in (-7, 5, 7, 9, 12, 16, 19)
)


# ---------------------------------------------------------------------------
# Building blocks
# ---------------------------------------------------------------------------


def db_to_gain(level_db):
    """Return the linear amplitude of a level in decibels."""
    return 10.0 ** (level_db / 20.0)


def sample_count(seconds):
    """Return the number of samples nearest to a time in seconds."""
    return int(round(seconds * SAMPLE_RATE))


def silence(duration):
    """Return a buffer of zeros, `duration` seconds long."""
    return [0.0] * sample_count(duration)


def soft_start(time, attack):
    """Return a raised-cosine gain: 0 at time 0, 1 from `attack` on.

    Both times are in seconds.
    """
    if time >= attack:
        return 1.0
    return 0.5 - 0.5 * math.cos(math.pi * time / attack)


def add_mode(buffer, start, frequency, level_db, decay, attack):
    """Add one decaying sine to `buffer`.

    start:     when it begins, seconds
    frequency: hertz
    level_db:  level before decay, decibels (0 is amplitude 1)
    decay:     time in which it falls by 60 decibels, seconds
    attack:    length of the soft start, seconds
    """
    if frequency >= 0.45 * SAMPLE_RATE:
        return
    first = sample_count(start)
    # 110 dB down is below the last bit of the file: nothing left to add.
    last = min(len(buffer), first + sample_count(decay * 110.0 / 60.0))
    gain = db_to_gain(level_db)
    omega = 2.0 * math.pi * frequency
    rate = -math.log(1000.0) / decay
    attack_end = first + sample_count(attack) + 1
    for index in range(first, last):
        time = (index - first) / SAMPLE_RATE
        value = gain * math.exp(rate * time) * math.sin(omega * time)
        if index < attack_end:
            value *= soft_start(time, attack)
        buffer[index] += value


def add_body(buffer, modes, start, pitch, level_db, decay, attack=0.001):
    """Strike a body: add all its modes to `buffer`.

    modes:    list of (frequency ratio, level in decibels, decay fraction)
    start:    when it is struck, seconds
    pitch:    frequency of ratio 1, hertz
    level_db: level of the whole body, decibels
    decay:    time in which its slowest mode falls by 60 decibels, seconds
    attack:   softness of the contact, seconds
    """
    for ratio, mode_db, fraction in modes:
        add_mode(buffer, start, pitch * ratio, level_db + mode_db, decay * fraction, attack)


def filter_samples(samples, kind, frequency, q, rate=SAMPLE_RATE):
    """Return `samples` through a second-order filter.

    kind:      "low" (low-pass), "high" (high-pass) or "band" (band-pass, 0 dB
               at its centre)
    frequency: corner or centre, hertz
    q:         resonance (0.707 is flat for "low" and "high")
    rate:      samples a second
    """
    omega = 2.0 * math.pi * frequency / rate
    cosine = math.cos(omega)
    alpha = math.sin(omega) / (2.0 * q)
    if kind == "low":
        b0, b1, b2 = (1.0 - cosine) / 2.0, 1.0 - cosine, (1.0 - cosine) / 2.0
    elif kind == "high":
        b0, b1, b2 = (1.0 + cosine) / 2.0, -1.0 - cosine, (1.0 + cosine) / 2.0
    elif kind == "band":
        b0, b1, b2 = alpha, 0.0, -alpha
    else:
        raise ValueError("unknown filter kind: " + kind)
    a0, a1, a2 = 1.0 + alpha, -2.0 * cosine, 1.0 - alpha
    return run_filter(samples, (b0 / a0, b1 / a0, b2 / a0, a1 / a0, a2 / a0))


def run_filter(samples, coefficients):
    """Return `samples` through the second-order filter (b0, b1, b2, a1, a2)."""
    b0, b1, b2, a1, a2 = coefficients
    x1 = x2 = y1 = y2 = 0.0
    out = []
    for x in samples:
        y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2
        x2, x1, y2, y1 = x1, x, y1, y
        out.append(y)
    return out


def add_contact(buffer, start, centre, level_db, decay, seed, q=0.7, attack=0.001):
    """Add the noise of a contact: a short burst of band-passed noise.

    start:    when it begins, seconds
    centre:   centre of the band, hertz (low is felt, high is hard wood)
    level_db: peak level of the burst, decibels
    decay:    time in which it falls by 60 decibels, seconds
    seed:     fixed seed of the noise, any whole number
    q:        narrowness of the band
    attack:   length of the soft start, seconds
    """
    noise = random.Random(seed)
    first = sample_count(start)
    count = min(len(buffer) - first, sample_count(decay * 1.5))
    # Let the filter settle on some noise before the burst begins.
    lead = sample_count(0.01)
    raw = [2.0 * noise.random() - 1.0 for _ in range(lead + count)]
    filtered = filter_samples(raw, "band", centre, q)[lead:]
    rate = -math.log(1000.0) / decay
    burst = []
    for index, value in enumerate(filtered):
        time = index / SAMPLE_RATE
        burst.append(value * math.exp(rate * time) * soft_start(time, attack))
    gain = db_to_gain(level_db) / max(abs(value) for value in burst)
    for index, value in enumerate(burst):
        buffer[first + index] += gain * value


def k_weighting(rate):
    """Return the two filters of ITU-R BS.1770, as (b0, b1, b2, a1, a2).

    The standard has them as numbers for 48000 samples a second; the formulas give the
    same there, and what goes with it for any other rate (De Man 2014, "Evaluation of
    Implementations of the EBU R128 Loudness Measurement").
    """
    frequency, gain_db, q = 1681.974450955533, 3.999843853973347, 0.7071752369554196
    k = math.tan(math.pi * frequency / rate)
    high = db_to_gain(gain_db)
    band = high**0.4996667741545416
    a0 = 1.0 + k / q + k * k
    a1, a2 = 2.0 * (k * k - 1.0) / a0, (1.0 - k / q + k * k) / a0
    head = (
        (high + band * k / q + k * k) / a0,
        2.0 * (k * k - high) / a0,
        (high - band * k / q + k * k) / a0,
        a1,
        a2,
    )
    frequency, q = 38.13547087602444, 0.5003270373238773
    k = math.tan(math.pi * frequency / rate)
    a0 = 1.0 + k / q + k * k
    return head, (1.0, -2.0, 1.0, 2.0 * (k * k - 1.0) / a0, (1.0 - k / q + k * k) / a0)


def momentary_loudness(samples, rate=SAMPLE_RATE):
    """Return the greatest loudness of 400 milliseconds, in LUFS, as heard from two speakers.

    EBU Tech 3341: windows begin every 100 milliseconds. Behind a sound that is shorter
    there is silence.
    """
    window = rate * 2 // 5
    weighted = list(samples) + [0.0] * window
    for coefficients in k_weighting(rate):
        weighted = run_filter(weighted, coefficients)
    step = window // 4
    squares = [
        math.fsum(value * value for value in weighted[first : first + step])
        for first in range(0, len(weighted) - step + 1, step)
    ]
    most = max(math.fsum(squares[first : first + 4]) for first in range(len(squares) - 3))
    return -0.691 + 10.0 * math.log10(2.0 * most / window)


def set_loudness(samples, loudness, rate=SAMPLE_RATE):
    """Return the samples as loud as that, in LUFS; none comes near full scale."""
    gain = db_to_gain(loudness - momentary_loudness(samples, rate))
    peak = gain * max(abs(value) for value in samples)
    if peak > db_to_gain(-1.0):
        raise ValueError("%.1f LUFS would peak at %.2f" % (loudness, peak))
    return [gain * value for value in samples]


def finish(samples, loudness, fade):
    """Return the finished sound: no rumble, no DC, silent ends, as loud as that.

    loudness: greatest momentary loudness of the result, LUFS
    fade:     length of the fade to zero at the end, seconds
    """
    samples = filter_samples(samples, "high", 30.0, 0.707)
    count = len(samples)

    fade_count = sample_count(fade)
    for step in range(fade_count):
        # step 0 is the last sample, which becomes exactly zero
        samples[count - 1 - step] *= 0.5 - 0.5 * math.cos(math.pi * step / fade_count)
    samples[0] = 0.0

    # Take the remaining mean out under a window that is zero at both ends, so
    # that the first and last samples stay zero.
    window = [
        0.5 - 0.5 * math.cos(2.0 * math.pi * index / (count - 1)) for index in range(count)
    ]
    offset = math.fsum(samples) / math.fsum(window)
    samples = [value - offset * weight for value, weight in zip(samples, window)]
    return set_loudness(samples, loudness)


# ---------------------------------------------------------------------------
# The sounds
# ---------------------------------------------------------------------------


def make_hover():
    """A felt-tipped tick, 36 milliseconds: heard, never noticed."""
    sound = silence(0.036)
    add_body(sound, GLASS, 0.0, 1180.0, 0.0, 0.034, attack=0.002)
    add_body(sound, WOOD, 0.0, 590.0, -5.0, 0.030, attack=0.002)
    add_contact(sound, 0.0, 1600.0, -16.0, 0.012, seed=101, attack=0.002)
    sound = filter_samples(sound, "low", 3200.0, 0.707)
    return finish(sound, loudness=-40.0, fade=0.008)


def make_select():
    """A light tap in wood and glass, twice, 36 milliseconds apart."""
    sound = silence(0.140)
    add_body(sound, WOOD, 0.0, 620.0, 0.0, 0.070, attack=0.0008)
    add_body(sound, GLASS, 0.0, 1175.0, -5.0, 0.085, attack=0.0008)
    add_contact(sound, 0.0, 2400.0, -9.0, 0.012, seed=201)
    add_body(sound, WOOD, 0.036, 740.0, -5.0, 0.070, attack=0.0008)
    add_body(sound, GLASS, 0.036, 1480.0, -7.0, 0.110, attack=0.0008)
    add_contact(sound, 0.036, 2800.0, -15.0, 0.010, seed=202)
    sound = filter_samples(sound, "low", 6500.0, 0.707)
    return finish(sound, loudness=-26.0, fade=0.020)


# What a piece of each weight makes of a board's pitch and decay, how much later its foot settles,
# in seconds, and its loudness in LUFS.
WEIGHTS = {
    "light": (1.30, 0.75, 0.034, -25.5),
    "medium": (1.00, 1.00, 0.042, -24.0),
    "heavy": (0.80, 1.25, 0.052, -22.5),
}

# What a board is made of: its body, the pitch of the board and of the foot that meets it in hertz,
# how long the board sounds in seconds, the centre of the contact's noise in hertz, and where it is
# cut off above, in hertz.
BOARDS = {
    "wood": (WOOD, 255.0, 610.0, 0.200, 1000.0, 5000.0),
    "glass": (GLASS, 830.0, 520.0, 0.240, 2600.0, 7000.0),
    "stone": (STONE, 420.0, 760.0, 0.110, 1700.0, 6000.0),
}


def add_landing(buffer, start, board, weight, level_db, seed):
    """Set a piece down: a soft contact, the board's body under it, and a faint settling.

    start:    when it lands, seconds
    board:    name of what the board is made of
    weight:   name of how heavy the piece is
    level_db: level, decibels
    seed:     fixed seed of the noise; the next two are used as well
    """
    body, pitch, foot, decay, centre, _ = BOARDS[board]
    higher, longer, later, _ = WEIGHTS[weight]
    add_body(buffer, body, start, pitch * higher, level_db, decay * longer, attack=0.0014)
    add_body(buffer, WOOD, start, foot * higher, level_db - 8.0, 0.055 * longer, attack=0.0012)
    add_contact(buffer, start, centre * higher, level_db - 9.0, 0.030 * longer, seed=seed)
    add_contact(
        buffer, start, 380.0 * higher, level_db - 10.0, 0.070 * longer, seed=seed + 1, attack=0.003
    )
    add_body(
        buffer, body, start + later, 1.3 * pitch * higher, level_db - 13.0, 0.4 * decay,
        attack=0.0014,
    )
    add_contact(buffer, start + later, 1.2 * centre * higher, level_db - 22.0, 0.018, seed=seed + 2)


def make_move(board, weight):
    """A felted piece set down on a board, 180 milliseconds."""
    sound = silence(0.180)
    seed = 301 + 10 * list(BOARDS).index(board) + 3 * list(WEIGHTS).index(weight)
    add_landing(sound, 0.0, board, weight, 0.0, seed)
    sound = filter_samples(sound, "low", BOARDS[board][5], 0.707)
    return finish(sound, loudness=WEIGHTS[weight][3], fade=0.040)


def make_capture(board):
    """A heavy knock and a piece set down 92 milliseconds on, 260 milliseconds."""
    sound = silence(0.260)
    body, pitch, foot, decay, centre, above = BOARDS[board]
    seed = 401 + 10 * list(BOARDS).index(board)
    # Piece against piece: hard wood over a deep board.
    add_body(sound, WOOD, 0.0, 185.0, 0.0, 0.280, attack=0.0016)
    add_body(sound, WOOD, 0.0, 0.85 * foot, -5.0, 0.085, attack=0.0012)
    add_contact(sound, 0.0, 1.5 * centre, -10.0, 0.028, seed=seed)
    add_contact(sound, 0.0, 300.0, -8.0, 0.090, seed=seed + 1, attack=0.003)
    # The captor comes down in its place.
    add_body(sound, body, 0.092, pitch, -4.0, 0.8 * decay, attack=0.0014)
    add_body(sound, WOOD, 0.092, foot, -11.0, 0.055, attack=0.0012)
    add_contact(sound, 0.092, 1.3 * centre, -13.0, 0.020, seed=seed + 2)
    sound = filter_samples(sound, "low", above, 0.707)
    return finish(sound, loudness=-20.0, fade=0.040)


def add_bell(buffer, start, pitch, level_db, decay, seed):
    """Ring a small bell struck with a felted wooden mallet.

    start:    when it is struck, seconds
    pitch:    hertz
    level_db: level, decibels
    decay:    time in which it falls by 60 decibels, seconds
    seed:     fixed seed of the mallet's noise
    """
    add_body(buffer, BELL, start, pitch, level_db, decay, attack=0.003)
    add_body(buffer, WOOD, start, 520.0, level_db - 13.0, 0.050, attack=0.0015)
    add_contact(buffer, start, 1800.0, level_db - 22.0, 0.020, seed=seed, attack=0.0015)


def make_check():
    """Two bell notes rising by a minor third, 620 milliseconds."""
    sound = silence(0.620)
    add_bell(sound, 0.0, CS6, -1.0, 0.550, seed=501)
    add_bell(sound, 0.150, E6, 0.0, 0.800, seed=502)
    sound = filter_samples(sound, "low", 7000.0, 0.707)
    return finish(sound, loudness=-18.0, fade=0.200)


def make_game_over():
    """Four bell notes coming to rest on D, 2.3 seconds."""
    sound = silence(2.300)
    add_bell(sound, 0.000, A5, -4.0, 1.500, seed=601)
    add_bell(sound, 0.210, E5, -4.0, 1.300, seed=602)
    add_bell(sound, 0.420, FS5, -3.0, 1.900, seed=603)
    add_bell(sound, 0.680, D5, 0.0, 2.600, seed=604)
    # The octave below, struck very softly, gives the last note its ground.
    add_body(sound, BELL, 0.680, D4, -7.0, 2.800, attack=0.008)
    sound = filter_samples(sound, "low", 6000.0, 0.707)
    return finish(sound, loudness=-17.0, fade=0.700)


def make_mate():
    """The two notes of check, which come to rest on a deep D, 2.2 seconds."""
    sound = silence(2.200)
    add_bell(sound, 0.000, CS6, -5.0, 0.700, seed=651)
    add_bell(sound, 0.150, E6, -5.0, 0.900, seed=652)
    add_bell(sound, 0.400, D5, 0.0, 2.600, seed=653)
    # Deeper than at any other end: the octave below is struck as well.
    add_body(sound, BELL, 0.400, D4, -4.0, 2.800, attack=0.006)
    sound = filter_samples(sound, "low", 6500.0, 0.707)
    return finish(sound, loudness=-16.0, fade=0.700)


def make_refusal():
    """Two low, felted thuds, the second a little lower, 210 milliseconds."""
    sound = silence(0.210)
    for start, pitch, level_db, seed in ((0.0, 196.0, 0.0, 701), (0.095, 175.0, -1.0, 702)):
        add_body(sound, WOOD, start, pitch, level_db, 0.110, attack=0.004)
        add_contact(sound, start, 380.0, level_db - 9.0, 0.045, seed=seed, attack=0.003)
    sound = filter_samples(sound, "low", 900.0, 0.707)
    return finish(sound, loudness=-23.0, fade=0.040)


def make_clock():
    """Four ticks of a wooden clock, high and low in turn, 900 milliseconds."""
    sound = silence(0.900)
    for number in range(4):
        start, pitch = 0.220 * number, (1180.0, 880.0)[number % 2]
        add_body(sound, WOOD, start, pitch, 0.0, 0.060, attack=0.0008)
        add_body(sound, GLASS, start, 2.0 * pitch, -9.0, 0.045, attack=0.0008)
        add_contact(sound, start, 2600.0, -10.0, 0.014, seed=801 + number)
    sound = filter_samples(sound, "low", 6000.0, 0.707)
    return finish(sound, loudness=-22.0, fade=0.040)


def still(air):
    """Return a buffer of zeros for the air of a room."""
    return [0.0] * (air.seconds * air.rate)


def filter_loop(samples, kind, frequency, q, rate):
    """Return a loop of the room through a filter, as if it had always gone on."""
    twice = filter_samples(samples + samples, kind, frequency, q, rate)
    return twice[len(samples) :]


def add_air(buffer, rate, bands, level_db, swell_db, swells, seed):
    """Add a band of noise that swells slowly to a loop of the room.

    rate:     samples a second
    bands:    list of (kind, frequency in hertz) of the filters it goes through
    level_db: level of the band, decibels (0 is a mean square of 1)
    swell_db: how far it swells and sinks, decibels
    swells:   list of whole numbers: how often it does so in the loop
    seed:     fixed seed of the noise
    """
    noise = random.Random(seed)
    count = len(buffer)
    samples = [2.0 * noise.random() - 1.0 for _ in range(count)]
    for kind, frequency in bands:
        samples = filter_loop(samples, kind, frequency, 0.6, rate)
    square = math.fsum(value * value for value in samples) / count
    gain = db_to_gain(level_db) / math.sqrt(square)
    phases = [2.0 * math.pi * noise.random() for _ in swells]
    # A swell is slow: its gain is worked out a hundred times a second.
    step = rate // 100
    for first in range(0, count, step):
        angle = 2.0 * math.pi * first / count
        waves = math.fsum(math.sin(angle * n + at) for n, at in zip(swells, phases))
        swell = gain * db_to_gain(swell_db * waves / len(swells))
        for index in range(first, first + step):
            buffer[index] += swell * samples[index]


def make_table():
    """The air of a quiet room, 30 seconds that go on without a seam.

    Three bands of noise, each with its own slow swell, so that nothing in it
    repeats within the loop and no tone stands out.
    """
    sound = still(TABLE)
    low = [("low", 180.0), ("low", 180.0), ("high", 35.0)]
    add_air(sound, TABLE.rate, low, 0.0, 2.5, [2, 3], seed=909)
    add_air(sound, TABLE.rate, [("band", 420.0), ("low", 700.0)], -9.0, 3.0, [3, 5], seed=902)
    add_air(sound, TABLE.rate, [("high", 900.0), ("low", 2400.0)], -21.0, 3.0, [2, 7], seed=903)
    return set_loudness(sound, -16.0, TABLE.rate)


def add_cricket(buffer, rate, chirps, pitch, level_db, seed):
    """Add a cricket to a loop: chirps of three pulses each.

    rate:     samples a second
    chirps:   how many there are in the loop, a whole number
    pitch:    hertz
    level_db: level of the loudest, decibels (0 is amplitude 1)
    seed:     fixed seed of when and how loud it chirps
    """
    chance = random.Random(seed)
    count = len(buffer)
    pulse, apart = int(0.022 * rate), int(0.040 * rate)
    omega = 2.0 * math.pi * pitch / rate
    for number in range(chirps):
        # Never quite in time, and now and then farther off.
        first = int((number + 0.25 * chance.random()) * count / chirps)
        gain = db_to_gain(level_db - 9.0 * chance.random())
        for part in range(3):
            for index in range(pulse):
                rise = 0.5 - 0.5 * math.cos(2.0 * math.pi * index / (pulse - 1))
                at = (first + part * apart + index) % count
                buffer[at] += gain * rise * math.sin(omega * index)


def make_terrace():
    """A terrace above hills at night, 24 seconds that go on without a seam.

    A breath of wind in the valley, leaves in it, and two crickets far away.
    """
    sound = still(TERRACE)
    low = [("low", 260.0), ("low", 260.0), ("high", 45.0)]
    add_air(sound, TERRACE.rate, low, 0.0, 4.0, [1, 3], seed=921)
    add_air(sound, TERRACE.rate, [("band", 600.0), ("low", 1100.0)], -8.0, 5.0, [1, 4], seed=922)
    add_air(sound, TERRACE.rate, [("high", 1500.0), ("low", 3600.0)], -17.0, 6.0, [2, 5], seed=923)
    add_cricket(sound, TERRACE.rate, 29, 4150.0, -16.0, seed=924)
    add_cricket(sound, TERRACE.rate, 37, 4620.0, -22.0, seed=925)
    return set_loudness(sound, -16.0, TERRACE.rate)


def make_stars():
    """Between the stars, 20 seconds that go on without a seam: hardly more than silence.

    A low hum, as of a ship far away, and a trace of air.
    """
    sound = still(STARS)
    low = [("low", 110.0), ("low", 110.0), ("high", 45.0)]
    add_air(sound, STARS.rate, low, 0.0, 2.0, [1, 2], seed=931)
    add_air(sound, STARS.rate, [("band", 330.0), ("low", 400.0)], -15.0, 3.0, [2, 3], seed=932)
    return set_loudness(sound, -32.0, STARS.rate)


def make_pass():
    """Two soft bell notes falling by a fourth, 1.1 seconds."""
    sound = silence(1.100)
    add_bell(sound, 0.0, A5, -3.0, 0.800, seed=911)
    add_bell(sound, 0.260, E5, 0.0, 1.200, seed=912)
    sound = filter_samples(sound, "low", 3500.0, 0.707)
    return finish(sound, loudness=-22.0, fade=0.350)


SOUNDS = {
    "hover.flac": make_hover,
    "select.flac": make_select,
    **{
        "move_%s_%s.flac" % (board, weight): partial(make_move, board, weight)
        for board in BOARDS
        for weight in WEIGHTS
    },
    **{"capture_%s.flac" % board: partial(make_capture, board) for board in BOARDS},
    "check.flac": make_check,
    "game_over.flac": make_game_over,
    "mate.flac": make_mate,
    "refusal.flac": make_refusal,
    "clock.flac": make_clock,
    "air_table.flac": make_table,
    "air_terrace.flac": make_terrace,
    "air_stars.flac": make_stars,
    "pass.flac": make_pass,
}

# Of those that have not the usual rate and bits.
AIRS = {"air_table.flac": TABLE, "air_terrace.flac": TERRACE, "air_stars.flac": STARS}


# ---------------------------------------------------------------------------
# Files: FLAC (RFC 9639) with its fixed predictors, so that all of it is whole numbers
# ---------------------------------------------------------------------------

BLOCK = 4096  # samples that are packed together


def digits(value, count):
    """Return a whole number, from below zero as well, in so many binary digits."""
    return format(value & (1 << count) - 1, "0%db" % count)


def packed(text):
    """Return binary digits as bytes; the last is filled with zeros."""
    text += "0" * (-len(text) % 8)
    return int(text, 2).to_bytes(len(text) // 8, "big")


def checked(data, width, polynomial):
    """Return the bytes with their cyclic redundancy check, of so many bits, behind them."""
    check = 0
    for byte in data:
        check ^= byte << (width - 8)
        for _ in range(8):
            check <<= 1
            if check >> width:
                check ^= polynomial
    return data + check.to_bytes(width // 8, "big")


def rice(values):
    """Return about how many bits values take in the best Rice code, and its parameter."""
    count, total = len(values), sum(values)
    return min((count * (low + 1) + (total >> low), low) for low in range(15))


def residual(values, count):
    """Return the digits of what a predictor leaves of a block of `count` samples."""
    folded = [2 * value if value >= 0 else -2 * value - 1 for value in values]
    order = count - len(folded)
    choices = []
    for halvings in range(6):
        size = count >> halvings
        if size << halvings != count or size <= order:
            break
        ends = [size * (part + 1) - order for part in range(1 << halvings)]
        parts = [folded[max(0, end - size) : end] for end in ends]
        codes = [rice(part) for part in parts]
        choices.append((sum(4 + bits for bits, _ in codes), halvings, parts, codes))
    _, halvings, parts, codes = min(choices)
    text = ["00", digits(halvings, 4)]
    for part, (_, low) in zip(parts, codes):
        text.append(digits(low, 4))
        for value in part:
            # The high bits as so many zeros, a one that ends them, and the low bits.
            text.append("0" * (value >> low) + digits(1 << low | value & (1 << low) - 1, low + 1))
    return "".join(text)


def frame(number, block, bits):
    """Return the frame of that number: a block of samples of so many bits."""
    # Each predictor leaves the differences of what the one before it leaves.
    left = [block]
    while len(left) < min(5, len(block)):
        left.append([after - before for before, after in zip(left[-1], left[-1][1:])])
    order = min(range(len(left)), key=lambda order: sum(map(abs, left[order])))
    # Blocks of one size but for the last, the size in 16 bits, rate and bits as in the file, mono.
    header = packed("1111111111111000" + "01110000" + "00000000")
    header += chr(number).encode() + packed(digits(len(block) - 1, 16))
    # The lowest bits of 16 that are all zero are left out: their number follows in zeros.
    lost = 16 - bits
    text = "0001" + digits(order, 3) + ("1" + "0" * (lost - 1) + "1" if lost else "0")
    text += "".join(digits(value, bits) for value in block[:order])
    text += residual(left[order], len(block))
    return checked(checked(header, 8, 0x107) + packed(text), 16, 0x18005)


def flac_bytes(samples, rate, bits):
    """Return a mono FLAC file of `samples` (-1 to 1), `rate` a second, as bytes.

    bits: to how many each is rounded
    """
    scale = FULL_SCALE / (1 << 16 - bits)
    whole = [round(value * scale) for value in samples]
    blocks = [whole[first : first + BLOCK] for first in range(0, len(whole), BLOCK)]
    about = digits(BLOCK, 16) * 2 + digits(0, 48) + digits(rate, 20) + digits(0, 3)
    about += digits(16 - 1, 5) + digits(len(whole), 36) + digits(0, 128)
    data = b"fLaC" + packed(digits(0x80, 8) + digits(len(about) // 8, 24) + about)
    return data + b"".join(frame(number, block, bits) for number, block in enumerate(blocks))


def main():
    """Write the files, or with --check compare them; return the exit status."""
    parser = argparse.ArgumentParser(description="Synthesise the sound effects of Icochess.")
    parser.add_argument(
        "--check",
        action="store_true",
        help="write nothing; exit 1 if a file on disk is missing or differs",
    )
    options = parser.parse_args()

    folder = Path(__file__).resolve().parent
    status = 0
    for name, make in SOUNDS.items():
        air = AIRS.get(name)
        data = flac_bytes(make(), *((air.rate, air.bits) if air else (SAMPLE_RATE, 16)))
        path = folder / name
        if not options.check:
            path.write_bytes(data)
            print("wrote %s (%d bytes)" % (name, len(data)))
        elif not path.is_file():
            print("%s is missing" % name, file=sys.stderr)
            status = 1
        elif path.read_bytes() != data:
            print("%s differs from what make_sounds.py writes" % name, file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
