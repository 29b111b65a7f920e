// The last requests of one world, in a ring of reused records: a request allocates no object that outlives it. Otherwise the garbage
// collector copies thousands of live objects repeatedly, at several times the cost of the rest of the journal.

import { journaledRequestsMax } from '../protocol/limits.ts';
import { JournaledRequest, type ArrivedRequest } from './journaled-request.ts';

/** The estimated memory of the requests of all worlds, which they share: it has one limit. */
export interface ByteSum {
  bytes: number;
}

export class LastRequests {
  readonly #sum: ByteSum;
  #lastN = 0;
  #records: JournaledRequest[] = [];
  /** The index of the oldest record. */
  #first = 0;

  constructor(sum: ByteSum) {
    this.#sum = sum;
  }

  get count(): number {
    return this.#records.length;
  }

  add(arrived: ArrivedRequest): JournaledRequest {
    const record = this.#nextRecord();
    this.#lastN += 1;
    record.reset(this.#lastN, arrived);
    this.#sum.bytes += record.bytes;
    return record;
  }

  /** Adds to the estimated memory of a request, unless the request was dropped. */
  addBytes(record: JournaledRequest, bytes: number): void {
    if (record.n <= this.#lastN - this.count) return;
    record.bytes += bytes;
    this.#sum.bytes += bytes;
  }

  /** Oldest first. Copy records to use them later: they are reused. */
  all(): readonly JournaledRequest[] {
    return [...this.#records.slice(this.#first), ...this.#records.slice(0, this.#first)];
  }

  /** Drops the oldest requests until `count` are left. Numbering continues. */
  dropTo(count: number): void {
    const records = this.all();
    const dropped = records.length - count;
    for (const { bytes } of records.slice(0, dropped)) this.#sum.bytes -= bytes;
    this.#records = records.slice(dropped);
    this.#first = 0;
  }

  /** Reuses the record of the oldest request if the ring is full. */
  #nextRecord(): JournaledRequest {
    if (this.count < journaledRequestsMax) {
      const record = new JournaledRequest();
      this.#records.push(record);
      return record;
    }
    const index = this.#first;
    this.#first = (index + 1) % journaledRequestsMax;
    const oldest = this.#records[index]!;
    this.#sum.bytes -= oldest.bytes;
    if (!oldest.isPending) return oldest;
    const record = new JournaledRequest(); // the oldest request is dropped, but its observer still writes to its record
    this.#records[index] = record;
    return record;
  }
}
