// The game's files, in memory, so that it reads and writes them without waiting. A change is in
// localStorage at once, so that a page that closes loses nothing. From there it moves to IndexedDB, which
// has more room. Files of versions without IndexedDB move the same way.

/** The database, its object store, and the database that the page with the lock keeps open. */
const [NAME, STORE, LOCK] = ["icochess", "files", "icochess lock"];

/**
 * Beginning of all paths, of the keys of deleted paths, and of those of the times that earlier versions
 * stored.
 */
const [FOLDER, REMOVED, WRITTEN] = ["icochess/", "removed/", "written/"];

/** Folder of deleted files, the first to go when there is no more room. */
const BIN = "/bin/";

/** Milliseconds to wait for a lock that another page has, as the old page may after a reload; and for any. */
const [PATIENCE, LONGEST] = [500, 3000];

/** All files by path: `{ path, text, time }`, with the time of the last change in milliseconds since 1970. */
const files = new Map();

/** Paths with changes that aren't in the database. */
const changed = new Set();

/** Whether another page has the lock: one page at a time writes. */
let isElsewhere = true;

/** Whether this page may write: it has the lock, and has read what it would overwrite. */
let mayWrite = false;

/** Whether changes are on their way to the database. */
let isStoring = false;

/** Last error, if a page that closes would lose changes. */
let problem = null;

// --- Storage --------------------------------------------------------------------------------------

/** localStorage, unless the browser refuses it. */
const local = (() => {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
})();

/** Opens a database. */
function open(name) {
  return new Promise((done, failed) => {
    const request = indexedDB.open(name);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "path" });
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
}

/** Runs `work` with the object store. Returns the result of its request after the commit. */
async function transact(mode, work) {
  // Opened for each transaction, as browsers may close it in between.
  const database = await open(NAME);
  try {
    return await new Promise((done, failed) => {
      const transaction = database.transaction(STORE, mode, { durability: "strict" });
      transaction.onabort = () => failed(transaction.error);
      const request = work(transaction.objectStore(STORE));
      transaction.oncomplete = () => done(request?.result);
    });
  } finally {
    database.close();
  }
}

/** Reads all files. Those in localStorage are the newest. */
async function read() {
  let stored = [];
  problem = null;
  try {
    stored = await transact("readonly", (all) => all.getAll());
  } catch (why) {
    console.warn(`IndexedDB can't be read: ${why}`);
    problem = why;
  }
  files.clear();
  changed.clear();
  for (const file of stored) files.set(file.path, file);
  for (const key of Object.keys(local ?? {}).filter((it) => it.startsWith(REMOVED))) {
    const path = key.slice(REMOVED.length);
    files.delete(path);
    changed.add(path);
  }
  for (const path of Object.keys(local ?? {}).filter((it) => it.startsWith(FOLDER))) {
    const time = Number(local.getItem(WRITTEN + path)) || Date.now();
    files.set(path, { path, text: local.getItem(path), time });
    changed.add(path);
  }
}

/** Whether a page that closes now would lose the file's last change. */
function isAtRisk(path) {
  if (!files.has(path)) return !local?.getItem(REMOVED + path);
  return local?.getItem(path) !== files.get(path).text;
}

/** Forgets changes that are in the database. */
function forget(paths) {
  for (const path of paths.filter((it) => !changed.has(it))) {
    for (const key of [path, REMOVED + path, WRITTEN + path]) local?.removeItem(key);
  }
}

/** Deletes what is gone, and what is in a bin, which needs no room. Returns whether there was anything. */
async function makeRoom() {
  for (const path of [...files.keys()].filter((it) => it.includes(BIN))) remove(path);
  const gone = [...changed].filter((path) => !files.has(path));
  await transact("readwrite", (all) => gone.forEach((path) => all.delete(path)));
  for (const path of gone) if (!files.has(path)) changed.delete(path);
  forget(gone);
  return gone.length > 0;
}

/** Stores all changes in the database, and then removes them from localStorage. */
async function store() {
  if (isStoring || !mayWrite) return;
  isStoring = true;
  let failure = null;
  while (changed.size) {
    let paths = [];
    try {
      // Changes of one frame are stored together: opening the database takes longer.
      await transact("readwrite", (all) => {
        paths = [...changed];
        changed.clear();
        for (const path of paths) files.has(path) ? all.put(files.get(path)) : all.delete(path);
      });
      failure = null;
    } catch (why) {
      for (const path of paths) changed.add(path);
      failure = why;
      if (why.name === "QuotaExceededError" && (await makeRoom().catch(() => false))) continue;
      console.warn(`IndexedDB can't be written: ${why}`);
      break;
    }
    forget(paths);
  }
  problem = [...changed].some(isAtRisk) ? failure : null;
  isStoring = false;
}

// --- Files ----------------------------------------------------------------------------------------

/** Keeps a change in localStorage, in place of an earlier one, until it is in the database. */
function keep(key, text, earlier) {
  if (!mayWrite) return;
  local?.removeItem(earlier);
  try {
    local?.setItem(key, text);
  } catch {
    // Full. The change is safe once it is in the database.
  }
}

function write(path, text) {
  files.set(path, { path, text, time: Date.now() });
  keep(path, text, REMOVED + path);
  changed.add(path);
  store();
}

function remove(path) {
  files.delete(path);
  keep(REMOVED + path, "1", path);
  changed.add(path);
  store();
}

/** For the game (crates/base/src/platform/web/fs.rs). */
globalThis.icochessFiles = {
  paths: () => [...files.keys()],
  isFolder: (path) => [...files.keys()].some((it) => it.startsWith(`${path}/`)),
  text: (path) => files.get(path)?.text,
  time: (path) => files.get(path)?.time,
  write,
  remove,
  isElsewhere: () => isElsewhere,
  isStoring: () => isStoring,
  problem: () => problem && String(problem),
};

// --- The lock -------------------------------------------------------------------------------------

/** The lock's database, referenced, as browsers close unreferenced ones. */
let lock;

/**
 * Waits until no other page has the lock, and calls `onWait` if one has it. Works without HTTPS, unlike Web
 * Locks.
 */
async function takeLock(onWait) {
  try {
    // Waits until every page has closed it. The next page's deletion waits for this opening.
    indexedDB.deleteDatabase(LOCK).onblocked = onWait;
    lock = await open(LOCK);
  } catch (why) {
    console.warn(`Without IndexedDB, pages can overwrite each other's game: ${why}`);
  }
}

/** Lets the game write. */
function begin() {
  isElsewhere = false;
  mayWrite = problem === null;
  store();
}

/** Reads all files, and takes the lock now or when the other page is closed. */
export async function openFiles() {
  const wait = (time) => new Promise((late) => setTimeout(late, time));
  let taken;
  const isBlocked = new Promise((blocked) => (taken = takeLock(blocked)));
  const isTaken = await Promise.race([
    taken.then(() => true),
    isBlocked.then(() => wait(PATIENCE)),
    wait(LONGEST),
  ]);
  await read();
  if (isTaken) begin();
  // The other page may have changed the files.
  else taken.then(read).then(begin);
}
