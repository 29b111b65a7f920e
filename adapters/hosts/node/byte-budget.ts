// Counts the bytes that many requests occupy together, against a maximum.

export interface ByteBudget {
  readonly isExhausted: () => boolean;
  /** Occupies bytes, even beyond the maximum. The result releases them; further calls have no effect. */
  readonly occupy: (bytes: number) => () => void;
  /** Opens an account: bytes are added in steps and released together. */
  readonly open: () => Account;
}

export interface Account {
  /** Occupies more bytes, unless they would exceed the maximum. */
  readonly add: (bytes: number) => boolean;
  readonly release: () => void;
}

export function createByteBudget(bytesMax: number): ByteBudget {
  let total = 0;

  return {
    isExhausted: () => total >= bytesMax,
    occupy(bytes) {
      total += bytes;
      let own = bytes;
      return () => {
        total -= own;
        own = 0;
      };
    },
    open() {
      let own = 0;
      return {
        add(bytes) {
          if (total + bytes > bytesMax) return false;
          total += bytes;
          own += bytes;
          return true;
        },
        release() {
          total -= own;
          own = 0;
        },
      };
    },
  };
}
