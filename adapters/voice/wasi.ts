// The thirteen system calls that the synthesiser imports: its arguments, one output file in memory, a constant clock. Failures are
// exceptions, while some texts abort the whole process under `node:wasi`.

/** Thrown by `proc_exit`. */
class ExitError extends Error {
  override readonly name = 'ExitError';
}

/** Growing replaces its buffer. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer;
}

const success = 0;
const badDescriptor = 8;
/** File descriptors: of the open folder, and of the one file in it. */
const folderDescriptor = 3;
const fileDescriptor = 4;
const folderType = 3;
const fileType = 4;
const everyRight = 0xffff_ffff_ffff_ffffn;

export class Wasi {
  readonly #args: readonly Buffer[];
  readonly #file = new OutputFile();
  #memory: WasmMemory | undefined;

  /** `args` are ASCII. */
  constructor(args: readonly string[]) {
    this.#args = args.map((text) => Buffer.from(`${text}\0`, 'latin1'));
  }

  /** Must be called before the module starts. */
  useMemory(memory: WasmMemory): void {
    this.#memory = memory;
  }

  /** The bytes of the output file. */
  output(): Uint8Array {
    return this.#file.content();
  }

  /** The system calls by their standard names. */
  readonly imports = {
    args_sizes_get: (count: number, length: number) => {
      this.#view().setUint32(count, this.#args.length, true);
      this.#view().setUint32(length, Buffer.concat(this.#args).length, true);
      return success;
    },
    args_get: (pointers: number, start: number) => {
      let at = start;
      this.#args.forEach((text, index) => {
        this.#view().setUint32(pointers + 4 * index, at, true);
        this.#bytes().set(text, at);
        at += text.length;
      });
      return success;
    },
    clock_time_get: (_id: number, _precision: bigint, time: number) => {
      this.#view().setBigUint64(time, 0n, true);
      return success;
    },
    fd_close: () => success,
    fd_fdstat_get: (descriptor: number, status: number) => {
      this.#bytes().fill(0, status, status + 24);
      this.#view().setUint8(status, descriptor === folderDescriptor ? folderType : fileType);
      this.#view().setBigUint64(status + 8, everyRight, true);
      this.#view().setBigUint64(status + 16, everyRight, true);
      return success;
    },
    fd_fdstat_set_flags: () => success,
    fd_prestat_get: (descriptor: number, status: number) => {
      if (descriptor !== folderDescriptor) return badDescriptor;
      this.#view().setUint32(status, 0, true); // a folder, whose name has one character
      this.#view().setUint32(status + 4, 1, true);
      return success;
    },
    fd_prestat_dir_name: (_descriptor: number, name: number) => {
      this.#view().setUint8(name, 0x2f); // a slash
      return success;
    },
    fd_read: (_descriptor: number, _vectors: number, _count: number, read: number) => {
      this.#view().setUint32(read, 0, true);
      return success;
    },
    fd_seek: (_descriptor: number, _offset: bigint, _whence: number, position: number) => {
      this.#view().setBigUint64(position, BigInt(this.#file.size), true);
      return success;
    },
    fd_write: (descriptor: number, vectors: number, count: number, written: number) => {
      let total = 0;
      for (let at = vectors; at < vectors + 8 * count; at += 8) {
        const start = this.#view().getUint32(at, true);
        const length = this.#view().getUint32(at + 4, true);
        if (descriptor === fileDescriptor) {
          this.#file.append(this.#bytes().subarray(start, start + length));
        }
        total += length;
      }
      this.#view().setUint32(written, total, true);
      return success;
    },
    path_open: (
      _folder: number,
      _lookup: number,
      _path: number,
      _length: number,
      _open: number,
      _rights: bigint,
      _inheriting: bigint,
      _flags: number,
      descriptor: number,
    ) => {
      this.#view().setUint32(descriptor, fileDescriptor, true);
      return success;
    },
    proc_exit: (code: number): never => {
      throw new ExitError(`It exited with ${code}.`);
    },
  };

  #bytes(): Uint8Array {
    return new Uint8Array((this.#memory as WasmMemory).buffer);
  }

  #view(): DataView {
    return new DataView((this.#memory as WasmMemory).buffer);
  }
}

/** A file in memory. Its buffer at least doubles when it grows. */
class OutputFile {
  #bytes = new Uint8Array(1 << 18);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  append(written: Uint8Array): void {
    const size = this.#size + written.length;
    if (size > this.#bytes.length) {
      const grown = new Uint8Array(2 * size);
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    this.#bytes.set(written, this.#size);
    this.#size = size;
  }

  content(): Uint8Array {
    return this.#bytes.subarray(0, this.#size);
  }
}
