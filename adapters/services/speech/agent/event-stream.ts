// Reads server-sent events (HTML standard, "Interpreting an event stream"), cut anywhere. Only their data is of use here.

export class EventStreamReader {
  /** A line that has not ended. */
  #line = '';
  /** The data of an event that has not ended. */
  #data: string[] = [];
  #hasBegun = false;
  /** Whether the text so far ends in a carriage return, which may be half of a line end. */
  #endsInReturn = false;

  /** The data of the events that the text completes. */
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

  /** The data of an event that the end of the text completes. */
  end(): readonly string[] {
    const line = this.#line;
    this.#line = '';
    return [...this.#read(line), ...this.#read('')];
  }

  /** Without a byte order mark at the beginning, and the second half of a line end. */
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
