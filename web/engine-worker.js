// The engine beside the game: lines of UCI come in and go out as messages. The program posts its
// answers itself (crates/worker/src/web.rs). It hears nothing while it searches: who wants a search
// stopped ends the worker.

import init, { uci } from "./engine.js";

// What is said before the program is there waits.
const waiting = [];
self.onmessage = ({ data }) => waiting.push(data);

// Not in the promise's own turn: what is thrown there would be no error of the worker.
const ready = () => {
  self.onmessage = ({ data }) => uci(data);
  for (const line of waiting.splice(0)) uci(line);
};
const failed = (problem) => {
  throw problem;
};
init().then(
  () => setTimeout(ready),
  (problem) => setTimeout(failed, 0, problem),
);
