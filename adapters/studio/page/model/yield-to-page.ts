// Lets the page draw and answer the user between the pieces of long work.

/** Work between two pauses, in ms: a frame of 16 ms has room for it and for drawing. */
const workMs = 8;

let pausedMs = 0;
const waiting: (() => void)[] = [];
const channel = new MessageChannel();
channel.port1.addEventListener('message', () => {
  pausedMs = performance.now();
  for (const resolve of waiting.splice(0)) resolve();
});
channel.port1.start();

/** Resolves at once as long as the work is short; a message is quicker than a timer, and goes on in a hidden tab. */
export function yieldToPage(): Promise<void> {
  if (performance.now() - pausedMs < workMs) return Promise.resolve();
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) channel.port2.postMessage(null);
  });
}
