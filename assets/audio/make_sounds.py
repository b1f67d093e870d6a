#!/usr/bin/env python3
"""Synthesise the sound effects of Icochess.

Writes ten WAV files beside this script (mono, 16-bit PCM, 48000 Hz but for the
room):

    hover.wav      very soft, short tick: the pointer passes over a tile
    select.wav     light wood-and-glass tap, two quick transients
    move.wav       a felted wooden piece set down on the board
    capture.wav    a heavy knock, then a shorter second one
    check.wav      a clear two-note warning bell
    game_over.wav  a calm four-note chime that resolves, with a long tail
    refusal.wav    a low, dull double thud: "no"
    clock.wav      a wooden clock: tick, tock, tick, tock
    room.wav       the air of a quiet room, 30 seconds that go on without a seam
                   (16000 Hz: it has nothing higher)
    pass.wav       two soft bell notes, falling: the other one is next

How to run (Python 3.8 or later, standard library only):

    python3 make_sounds.py           write the files
    python3 make_sounds.py --check   write nothing; exit 1 if a file on disk
                                     is missing or differs from what this
                                     script would write

Each sound is a sum of decaying sines (the modes of a struck body) and a short
burst of filtered noise (the contact). Three bodies, WOOD, GLASS and BELL, make
them one family. The bell notes are tuned to D major: the check bell plays two
notes of the dominant and so stays open, and the game-over chime comes to rest
on the tonic.

The output is deterministic: every noise burst has a fixed seed, so each run
gives the same bytes. After changing anything here, run the script again and
commit the WAV files with it.
"""

import argparse
import io
import math
import random
import struct
import sys
import wave
from pathlib import Path

SAMPLE_RATE = 48000  # hertz
ROOM_RATE = 16000  # hertz, of the room alone
FULL_SCALE = 32767  # largest 16-bit sample value

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
    b0, b1, b2, a1, a2 = b0 / a0, b1 / a0, b2 / a0, a1 / a0, a2 / a0
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


def finish(samples, peak_db, fade):
    """Return the finished sound: no rumble, no DC, silent ends, set peak.

    peak_db: peak of the result, decibels relative to full scale
    fade:    length of the fade to zero at the end, seconds
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

    gain = db_to_gain(peak_db) / max(abs(value) for value in samples)
    return [gain * value for value in samples]


# ---------------------------------------------------------------------------
# The sounds
# ---------------------------------------------------------------------------


def make_hover():
    """A felt-tipped tick, 36 milliseconds, peak -18 dB: heard, never noticed."""
    sound = silence(0.036)
    add_body(sound, GLASS, 0.0, 1180.0, 0.0, 0.034, attack=0.002)
    add_body(sound, WOOD, 0.0, 590.0, -5.0, 0.030, attack=0.002)
    add_contact(sound, 0.0, 1600.0, -16.0, 0.012, seed=101, attack=0.002)
    sound = filter_samples(sound, "low", 3200.0, 0.707)
    return finish(sound, peak_db=-18.0, fade=0.008)


def make_select():
    """A light tap in wood and glass, twice, 36 milliseconds apart, peak -6 dB."""
    sound = silence(0.140)
    add_body(sound, WOOD, 0.0, 620.0, 0.0, 0.070, attack=0.0008)
    add_body(sound, GLASS, 0.0, 1175.0, -5.0, 0.085, attack=0.0008)
    add_contact(sound, 0.0, 2400.0, -9.0, 0.012, seed=201)
    add_body(sound, WOOD, 0.036, 740.0, -5.0, 0.070, attack=0.0008)
    add_body(sound, GLASS, 0.036, 1480.0, -7.0, 0.110, attack=0.0008)
    add_contact(sound, 0.036, 2800.0, -15.0, 0.010, seed=202)
    sound = filter_samples(sound, "low", 6500.0, 0.707)
    return finish(sound, peak_db=-6.0, fade=0.020)


def make_move():
    """A felted piece set down, 160 milliseconds, peak -6 dB.

    One soft contact, the board's body under it, and a faint settling of the
    base 42 milliseconds later.
    """
    sound = silence(0.160)
    add_body(sound, WOOD, 0.0, 255.0, 0.0, 0.200, attack=0.0014)
    add_body(sound, WOOD, 0.0, 610.0, -8.0, 0.055, attack=0.0012)
    add_contact(sound, 0.0, 1000.0, -9.0, 0.030, seed=301)
    add_contact(sound, 0.0, 380.0, -10.0, 0.070, seed=302, attack=0.003)
    add_body(sound, WOOD, 0.042, 330.0, -13.0, 0.080, attack=0.0014)
    add_contact(sound, 0.042, 1200.0, -22.0, 0.018, seed=303)
    sound = filter_samples(sound, "low", 5000.0, 0.707)
    return finish(sound, peak_db=-6.0, fade=0.030)


def make_capture():
    """A heavy knock and a shorter one 92 milliseconds on, 260 milliseconds, peak -3 dB."""
    sound = silence(0.260)
    # Piece against piece: hard wood over a deep board.
    add_body(sound, WOOD, 0.0, 185.0, 0.0, 0.280, attack=0.0016)
    add_body(sound, WOOD, 0.0, 520.0, -5.0, 0.085, attack=0.0012)
    add_contact(sound, 0.0, 1500.0, -10.0, 0.028, seed=401)
    add_contact(sound, 0.0, 300.0, -8.0, 0.090, seed=402, attack=0.003)
    # The captor comes down in its place.
    add_body(sound, WOOD, 0.092, 247.0, -4.0, 0.160, attack=0.0014)
    add_body(sound, WOOD, 0.092, 640.0, -11.0, 0.055, attack=0.0012)
    add_contact(sound, 0.092, 1300.0, -13.0, 0.020, seed=403)
    sound = filter_samples(sound, "low", 6000.0, 0.707)
    return finish(sound, peak_db=-3.0, fade=0.040)


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
    """Two bell notes rising by a minor third, 620 milliseconds, peak -3 dB."""
    sound = silence(0.620)
    add_bell(sound, 0.0, CS6, -1.0, 0.550, seed=501)
    add_bell(sound, 0.150, E6, 0.0, 0.800, seed=502)
    sound = filter_samples(sound, "low", 7000.0, 0.707)
    return finish(sound, peak_db=-3.0, fade=0.200)


def make_game_over():
    """Four bell notes coming to rest on D, 2.3 seconds, peak -3 dB."""
    sound = silence(2.300)
    add_bell(sound, 0.000, A5, -4.0, 1.500, seed=601)
    add_bell(sound, 0.210, E5, -4.0, 1.300, seed=602)
    add_bell(sound, 0.420, FS5, -3.0, 1.900, seed=603)
    add_bell(sound, 0.680, D5, 0.0, 2.600, seed=604)
    # The octave below, struck very softly, gives the last note its ground.
    add_body(sound, BELL, 0.680, D4, -7.0, 2.800, attack=0.008)
    sound = filter_samples(sound, "low", 6000.0, 0.707)
    return finish(sound, peak_db=-3.0, fade=0.700)


def make_refusal():
    """Two low, felted thuds, the second a little lower, 210 milliseconds, peak -6 dB."""
    sound = silence(0.210)
    for start, pitch, level_db, seed in ((0.0, 196.0, 0.0, 701), (0.095, 175.0, -1.0, 702)):
        add_body(sound, WOOD, start, pitch, level_db, 0.110, attack=0.004)
        add_contact(sound, start, 380.0, level_db - 9.0, 0.045, seed=seed, attack=0.003)
    sound = filter_samples(sound, "low", 900.0, 0.707)
    return finish(sound, peak_db=-6.0, fade=0.040)


def make_clock():
    """Four ticks of a wooden clock, high and low in turn, 900 milliseconds, peak -6 dB."""
    sound = silence(0.900)
    for number in range(4):
        start, pitch = 0.220 * number, (1180.0, 880.0)[number % 2]
        add_body(sound, WOOD, start, pitch, 0.0, 0.060, attack=0.0008)
        add_body(sound, GLASS, start, 2.0 * pitch, -9.0, 0.045, attack=0.0008)
        add_contact(sound, start, 2600.0, -10.0, 0.014, seed=801 + number)
    sound = filter_samples(sound, "low", 6000.0, 0.707)
    return finish(sound, peak_db=-6.0, fade=0.040)


ROOM_SECONDS = 30


def filter_loop(samples, kind, frequency, q):
    """Return a loop of the room through a filter, as if it had always gone on."""
    twice = filter_samples(samples + samples, kind, frequency, q, rate=ROOM_RATE)
    return twice[len(samples) :]


def add_air(buffer, bands, level_db, swell_db, swells, seed):
    """Add a band of noise that swells slowly to a loop of the room.

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
        samples = filter_loop(samples, kind, frequency, 0.6)
    square = math.fsum(value * value for value in samples) / count
    gain = db_to_gain(level_db) / math.sqrt(square)
    phases = [2.0 * math.pi * noise.random() for _ in swells]
    # A swell is slow: its gain is worked out a hundred times a second.
    step = ROOM_RATE // 100
    for first in range(0, count, step):
        angle = 2.0 * math.pi * first / count
        waves = math.fsum(math.sin(angle * n + at) for n, at in zip(swells, phases))
        swell = gain * db_to_gain(swell_db * waves / len(swells))
        for index in range(first, first + step):
            buffer[index] += swell * samples[index]


def make_room():
    """The air of a quiet room, 30 seconds that go on without a seam, peak -1 dB.

    Three bands of noise, each with its own slow swell, so that nothing in it
    repeats within the loop and no tone stands out.
    """
    sound = [0.0] * (ROOM_SECONDS * ROOM_RATE)
    add_air(sound, [("low", 180.0), ("low", 180.0), ("high", 35.0)], 0.0, 2.5, [2, 3], seed=901)
    add_air(sound, [("band", 420.0), ("low", 700.0)], -9.0, 3.0, [3, 5], seed=902)
    add_air(sound, [("high", 900.0), ("low", 2400.0)], -21.0, 3.0, [2, 7], seed=903)
    gain = db_to_gain(-1.0) / max(abs(value) for value in sound)
    return [gain * value for value in sound]


def make_pass():
    """Two soft bell notes falling by a fourth, 1.1 seconds, peak -9 dB."""
    sound = silence(1.100)
    add_bell(sound, 0.0, A5, -3.0, 0.800, seed=911)
    add_bell(sound, 0.260, E5, 0.0, 1.200, seed=912)
    sound = filter_samples(sound, "low", 3500.0, 0.707)
    return finish(sound, peak_db=-9.0, fade=0.350)


SOUNDS = {
    "hover.wav": make_hover,
    "select.wav": make_select,
    "move.wav": make_move,
    "capture.wav": make_capture,
    "check.wav": make_check,
    "game_over.wav": make_game_over,
    "refusal.wav": make_refusal,
    "clock.wav": make_clock,
    "room.wav": make_room,
    "pass.wav": make_pass,
}

# Samples a second of those that have not the usual ones.
RATES = {"room.wav": ROOM_RATE}


# ---------------------------------------------------------------------------
# Files
# ---------------------------------------------------------------------------


def wav_bytes(samples, rate):
    """Return a 16-bit mono WAV file of `samples` (-1 to 1), `rate` a second, as bytes."""
    whole = [
        max(-FULL_SCALE, min(FULL_SCALE, int(round(value * FULL_SCALE)))) for value in samples
    ]
    stream = io.BytesIO()
    with wave.open(stream, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(rate)
        out.writeframes(struct.pack("<%dh" % len(whole), *whole))
    return stream.getvalue()


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
        data = wav_bytes(make(), RATES.get(name, SAMPLE_RATE))
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
