// The last requests of one world: a ring of records, so that a request allocates nothing that outlives it. The garbage
// collector would copy thousands of living objects again and again, at several times the cost of all the rest.

import { journaledRequestsMax } from '../protocol/limits.ts';
import { JournaledRequest, type ArrivedRequest } from './journaled-request.ts';

/** The bytes of several worlds together. */
export interface ByteSum {
  bytes: number;
}

export class LastRequests {
  readonly #sum: ByteSum;
  #lastN = 0;
  #records: JournaledRequest[] = [];
  /** The index of the oldest one. */
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
    record.begin(this.#lastN, arrived);
    this.#sum.bytes += record.bytes;
    return record;
  }

  /** Counts further bytes of a request, unless it is dropped. */
  grow(record: JournaledRequest, bytes: number): void {
    if (record.n <= this.#lastN - this.count) return;
    record.bytes += bytes;
    this.#sum.bytes += bytes;
  }

  /** Oldest first. Records change: copy what is needed later. */
  all(): readonly JournaledRequest[] {
    return [...this.#records.slice(this.#first), ...this.#records.slice(0, this.#first)];
  }

  /** Drops the oldest ones until so many are left. The numbers of further ones go on. */
  dropTo(count: number): void {
    const records = this.all();
    const dropped = records.length - count;
    for (const { bytes } of records.slice(0, dropped)) this.#sum.bytes -= bytes;
    this.#records = records.slice(dropped);
    this.#first = 0;
  }

  /** The record of the oldest request, if there are as many as are kept. */
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
    if (!oldest.isUnderWay) return oldest;
    const record = new JournaledRequest(); // the oldest one is dropped, but still written to
    this.#records[index] = record;
    return record;
  }
}
