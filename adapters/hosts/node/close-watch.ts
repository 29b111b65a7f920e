// Runs many tasks when a connection closes, with one listener on it.

import type { Socket } from 'node:net';

/** Runs a task when a connection closes; the result cancels the task. */
export function whenClosed(socket: Socket, task: () => void): () => void {
  let tasks = tasksOf.get(socket);
  if (tasks === undefined) {
    const own = new Set<() => void>();
    tasksOf.set(socket, (tasks = own));
    socket.once('close', () => {
      for (const one of own) one();
    });
  }
  tasks.add(task);
  return () => tasks.delete(task);
}

const tasksOf = new WeakMap<Socket, Set<() => void>>();
