// The data frames that a live client has sent on a WebSocket so far: a server that takes over is sent them again.

export interface ClientFrame {
  readonly data: Buffer;
  readonly isBinary: boolean;
}

/** The most that is stored of one client: eight minutes of 16-bit audio at 16 kHz. */
export const clientFramesBytesMax = 16 * 1024 * 1024;
/** Counted for each frame besides its data. */
const frameCostBytes = 64;

export class ClientFrames {
  #frames: ClientFrame[] | undefined = [];
  #bytes = 0;

  add(frame: ClientFrame): void {
    this.#bytes += frame.data.length + frameCostBytes;
    if (this.#bytes > clientFramesBytesMax) this.#frames = undefined;
    this.#frames?.push(frame);
  }

  /** Undefined if there were more than are stored. */
  get all(): readonly ClientFrame[] | undefined {
    return this.#frames;
  }
}
