// Reads the data of server-sent events (HTML standard, "Interpreting an event stream") from chunks that are cut anywhere.

export class EventStreamReader {
  /** The incomplete last line. */
  #line = '';
  /** The data of the incomplete last event. */
  #data: string[] = [];
  #hasBegun = false;
  /** Whether the text so far ends in a carriage return, the first half of a line end perhaps. */
  #endsInReturn = false;

  /** The data of the events that this text completes. */
  push(text: string): readonly string[] {
    if (text === '') return [];
    const lines = this.#withoutMarks(text).split(/\r\n|\r|\n/);
    const rest = lines.pop() ?? '';
    if (lines.length === 0) {
      this.#line += rest;
      return [];
    }
    lines[0] = this.#line + (lines[0] ?? '');
    this.#line = rest;
    return lines.flatMap((line) => this.#read(line));
  }

  /** The data of the last event, which the end of the text completes. */
  end(): readonly string[] {
    const line = this.#line;
    this.#line = '';
    return [...this.#read(line), ...this.#read('')];
  }

  /** Removes the byte order mark at the beginning, and the second half of a line end. */
  #withoutMarks(text: string): string {
    const isHalf = this.#endsInReturn && text.startsWith('\n');
    const isMarked = !this.#hasBegun && text.startsWith('\uFEFF');
    this.#hasBegun = true;
    this.#endsInReturn = text.endsWith('\r');
    return isHalf || isMarked ? text.slice(1) : text;
  }

  #read(line: string): readonly string[] {
    if (line === '') {
      const data = this.#data;
      this.#data = [];
      return data.length === 0 ? [] : [data.join('\n')];
    }
    const [, name, value = ''] = /^([^:]*)(?:: ?([^]*))?$/.exec(line) ?? [];
    if (name === 'data') this.#data.push(value);
    return [];
  }
}
