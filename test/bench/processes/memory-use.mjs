// Answers each message of the parent process with the memory in use after a collection. Loaded before a program that is measured.

process.on('message', () => {
  globalThis.gc?.();
  const { rss, heapUsed, arrayBuffers } = process.memoryUsage();
  process.send?.({ rss, heapUsed, arrayBuffers });
});
process.channel?.unref();
