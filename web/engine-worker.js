// The engine's worker: messages carry UCI lines in both directions. The program posts its answers
// itself (crates/worker/src/web.rs). It reads nothing during a search: to stop one, end the worker.

import init, { uci } from "./engine.js";

// Queues messages until the program is loaded.
const waiting = [];
self.onmessage = ({ data }) => waiting.push(data);

// In a timeout, as an exception in the promise wouldn't count as the worker's error.
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
