/**
 * Server-sent events (HTML standard, section 9.2), as far as chat completions need them: the data of each event. Lines end in LF, CRLF or
 * CR; a CR counts at once, so that an event is there as soon as its blank line is. Comments, other fields and data values that start
 * with `:`, a proxy's keep-alives, are skipped (HOST-M15).
 */
export class EventStream {
  #line = "";
  #data: string[] = [];
  #endsInCR = false;

  /** The data of the events that a further piece of text completes. */
  feed(text: string): string[] {
    if (text === "") return [];
    const rest = this.#endsInCR && text.startsWith("\n") ? text.slice(1) : text;
    this.#endsInCR = text.endsWith("\r");
    const lines = rest.split(/\r\n|\r|\n/);
    lines[0] = this.#line + lines[0];
    this.#line = lines.pop()!;
    return lines.flatMap((line) => this.#take(line));
  }

  /** The data of the event that has no blank line behind it when the stream ends: it may be cut. */
  end(): string[] {
    return this.feed("\n\n");
  }

  #take(line: string): string[] {
    if (line === "") {
      const event = this.#data.length === 0 ? [] : [this.#data.join("\n")];
      this.#data = [];
      return event;
    }
    const value = dataOf(line);
    if (value?.startsWith(":") === false) this.#data.push(value);
    return [];
  }
}

/** The value of a data line; undefined for any other line. */
function dataOf(line: string): string | undefined {
  if (line === "data") return "";
  if (!line.startsWith("data:")) return undefined;
  return line.slice(line[5] === " " ? 6 : 5);
}
