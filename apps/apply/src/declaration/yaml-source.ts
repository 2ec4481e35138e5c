import { isMap, isNode, isScalar, LineCounter, parseAllDocuments, type Document, type Node, type Range } from 'yaml';
import { DeclarationError, type Path, type Position, type Problem } from './problem.js';

/** A YAML document with the positions of its values. */
export class YamlSource {
  private constructor(
    private readonly file: string,
    private readonly document: Document,
    private readonly lines: LineCounter,
  ) {}

  /**
   * Parses YAML 1.2.
   * @throws DeclarationError with all syntax errors; duplicate keys and several documents are errors.
   */
  static parse(file: string, text: string): YamlSource {
    const lines = new LineCounter();
    const [document, second] = parseAllDocuments(text, { lineCounter: lines, prettyErrors: false }) as Document[];
    if (!document) throw new DeclarationError(file, [{ position: start, message: 'The file is empty.' }]);
    const problems = document.errors.map((error) => at(lines, error.pos[0], error.message));
    if (second)
      problems.push(
        at(lines, second.range?.[0] ?? 0, 'Only one document is supported: remove everything after the `---`.'),
      );
    if (problems.length > 0) throw new DeclarationError(file, problems);
    return new YamlSource(file, document, lines);
  }

  /** The plain value. @throws DeclarationError when aliases expand too far. */
  value(): unknown {
    try {
      return this.document.toJS({ maxAliasCount: maxAliases });
    } catch (error) {
      if (!(error instanceof ReferenceError)) throw error;
      throw new DeclarationError(this.file, [{ position: start, message: `${error.message}.` }]);
    }
  }

  /** The position of a field name or list entry, or of the nearest value around a missing one. */
  positionOf(path: Path): Position {
    for (let length = path.length; length > 0; length -= 1) {
      const range = this.#rangeOf(path.slice(0, length));
      if (range) return this.#position(range[0]);
    }
    return this.#position(this.document.contents?.range?.[0] ?? 0);
  }

  #rangeOf(path: Path): Range | null | undefined {
    const step = path.at(-1);
    const parent: unknown = path.length === 1 ? this.document.contents : this.document.getIn(path.slice(0, -1), true);
    const pair = isMap(parent) && parent.items.find(({ key }) => isScalar(key) && key.value === step);
    if (pair) return (pair.key as Node).range;
    const entry = this.document.getIn(path, true);
    return isNode(entry) ? entry.range : undefined;
  }

  #position(offset: number): Position {
    return at(this.lines, offset, '').position;
  }
}

const start: Position = { line: 1, column: 1 };

/** A limit against files that expand to fill memory; a declaration needs a few aliases at most. */
const maxAliases = 100;

function at(lines: LineCounter, offset: number, message: string): Problem {
  const { line, col } = lines.linePos(offset);
  return { position: { line: Math.max(line, 1), column: Math.max(col, 1) }, message };
}
