// Tells many who wait for the same connection that it has closed, by one listener on it.

import type { Socket } from 'node:net';

/** Calls a task back when a connection closes; the result calls the task off. */
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
