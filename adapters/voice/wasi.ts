// The thirteen system calls that the synthesiser imports: its arguments, one output file in memory, a clock that stands still.
// Under `node:wasi` some texts abort the whole process; here a failure is an exception.

/** Thrown by `proc_exit`. */
class ExitError extends Error {
  override readonly name = 'ExitError';
}

/** Its buffer is another one after it has grown. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer;
}

export interface Wasi {
  readonly imports: Readonly<Record<string, (...args: never[]) => number>>;
  /** Must be called before the module starts. */
  readonly useMemory: (memory: WasmMemory) => void;
  /** The bytes that were written to the output file. */
  readonly output: () => Uint8Array;
}

const success = 0;
const badDescriptor = 8;
/** Of the opened folder, and of the one file in it. */
const folderDescriptor = 3;
const fileDescriptor = 4;
const folderType = 3;
const fileType = 4;
const everyRight = 0xffff_ffff_ffff_ffffn;

/** `args` are ASCII. */
export function createWasi(args: readonly string[]): Wasi {
  const texts = args.map((text) => Buffer.from(`${text}\0`, 'latin1'));
  let file = new Uint8Array(1 << 18);
  let size = 0;
  let memory: WasmMemory | undefined;
  const bytes = () => new Uint8Array((memory as WasmMemory).buffer);
  const view = () => new DataView((memory as WasmMemory).buffer);

  function append(written: Uint8Array): void {
    if (size + written.length > file.length) {
      const grown = new Uint8Array(2 * (size + written.length));
      grown.set(file);
      file = grown;
    }
    file.set(written, size);
    size += written.length;
  }

  const imports = {
    args_sizes_get(count: number, length: number) {
      view().setUint32(count, texts.length, true);
      view().setUint32(length, Buffer.concat(texts).length, true);
      return success;
    },
    args_get(pointers: number, start: number) {
      let at = start;
      texts.forEach((text, index) => {
        view().setUint32(pointers + 4 * index, at, true);
        bytes().set(text, at);
        at += text.length;
      });
      return success;
    },
    clock_time_get(_id: number, _precision: bigint, time: number) {
      view().setBigUint64(time, 0n, true);
      return success;
    },
    fd_close: () => success,
    fd_fdstat_get(descriptor: number, status: number) {
      bytes().fill(0, status, status + 24);
      view().setUint8(status, descriptor === folderDescriptor ? folderType : fileType);
      view().setBigUint64(status + 8, everyRight, true);
      view().setBigUint64(status + 16, everyRight, true);
      return success;
    },
    fd_fdstat_set_flags: () => success,
    fd_prestat_get(descriptor: number, status: number) {
      if (descriptor !== folderDescriptor) return badDescriptor;
      view().setUint32(status, 0, true); // a folder, with a name of one character
      view().setUint32(status + 4, 1, true);
      return success;
    },
    fd_prestat_dir_name(_descriptor: number, name: number) {
      view().setUint8(name, 0x2f); // a slash
      return success;
    },
    fd_read(_descriptor: number, _vectors: number, _count: number, read: number) {
      view().setUint32(read, 0, true);
      return success;
    },
    fd_seek(_descriptor: number, _offset: bigint, _whence: number, position: number) {
      view().setBigUint64(position, BigInt(size), true);
      return success;
    },
    fd_write(descriptor: number, vectors: number, count: number, written: number) {
      let total = 0;
      for (let at = vectors; at < vectors + 8 * count; at += 8) {
        const start = view().getUint32(at, true);
        const length = view().getUint32(at + 4, true);
        if (descriptor === fileDescriptor) append(bytes().subarray(start, start + length));
        total += length;
      }
      view().setUint32(written, total, true);
      return success;
    },
    path_open(
      _folder: number,
      _lookup: number,
      _path: number,
      _length: number,
      _open: number,
      _rights: bigint,
      _inheriting: bigint,
      _flags: number,
      descriptor: number,
    ) {
      view().setUint32(descriptor, fileDescriptor, true);
      return success;
    },
    proc_exit(code: number): never {
      throw new ExitError(`It exited with ${code}.`);
    },
  };

  return {
    imports,
    useMemory: (used) => {
      memory = used;
    },
    output: () => file.subarray(0, size),
  };
}
