-- One row a game. Secrets are hashed, and no addresses are stored.
CREATE TABLE game (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    rules INTEGER NOT NULL,
    board TEXT NOT NULL,
    start TEXT,
    time TEXT NOT NULL,
    white_name TEXT,
    black_name TEXT,
    invited TEXT NOT NULL,
    clocks TEXT,
    offers TEXT NOT NULL,
    due_ms INTEGER,
    ended TEXT,
    changed_ms INTEGER NOT NULL
) STRICT;

CREATE INDEX game_due ON game (due_ms) WHERE due_ms IS NOT NULL;
CREATE INDEX game_changed ON game (changed_ms);

CREATE TABLE move (
    game INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
    ply INTEGER NOT NULL,
    uci TEXT NOT NULL,
    left_ms INTEGER,
    used_ms INTEGER,
    UNIQUE (game, ply)
) STRICT;

CREATE TABLE secret (
    hash BLOB NOT NULL PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
    role TEXT NOT NULL CHECK (role IN ('white', 'black', 'invitation', 'watch')),
    UNIQUE (game, role)
) STRICT, WITHOUT ROWID;
