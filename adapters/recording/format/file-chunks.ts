// Reads the bytes of a recording file, in chunks.

import { open } from 'node:fs/promises';
import { RecordingError } from './recording-error.ts';

export interface ReadOptions {
  /** Called after each chunk; `bytesTotal` is 0 if it is unknown. */
  readonly onProgress?: (bytesDone: number, bytesTotal: number) => void;
}

/** Rejects with RecordingError if the file cannot be read. */
export async function* chunksOf(file: string, { onProgress }: ReadOptions): AsyncGenerator<Buffer> {
  const handle = await opened(file);
  try {
    const { size } = await handle.stat();
    let done = 0;
    for (;;) {
      // With all arguments: before Node 20.12 a missing length means zero bytes.
      const { bytesRead, buffer } = await handle.read(
        Buffer.allocUnsafe(chunkBytes),
        0,
        chunkBytes,
        null,
      );
      if (bytesRead === 0) return;
      done += bytesRead;
      yield buffer.subarray(0, bytesRead);
      onProgress?.(done, size);
    }
  } catch (error) {
    if (error instanceof RecordingError || !isSystemError(error)) throw error;
    throw unreadable(file, error);
  } finally {
    await handle.close();
  }
}

const chunkBytes = 1024 * 1024;

async function opened(file: string): ReturnType<typeof open> {
  try {
    return await open(file, 'r');
  } catch (error) {
    throw unreadable(file, error as NodeJS.ErrnoException);
  }
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

function unreadable(file: string, { code }: NodeJS.ErrnoException): RecordingError {
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: `There is no file ${file}. Set the path of a recording (*.jsonl).`,
    EISDIR: `${file} is a folder, not a recording; choose a file.`,
    EACCES: `${file} may not be read by this user; change its permissions.`,
  };
  return new RecordingError(
    reasons[code ?? ''] ?? `Cannot read ${file} (${code ?? 'unknown'}).`,
    file,
  );
}
