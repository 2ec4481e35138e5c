import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const ivBytes = 12; // the length that GCM is specified for (NIST SP 800-38D, section 8.2)
const tagBytes = 16;
const version = 'v1.';

/** Stands before the key's id. What decodes base64 ends here, so that versions from before 0.2 read these texts, too. */
const idMark = '=';
const idBytes = 6;

/** A master secret's key for one purpose. */
interface Key {
  readonly id: string;
  readonly bytes: Buffer;
}

/**
 * Keeps small secrets unreadable wherever they travel or lie: AES-256-GCM under a key derived (HKDF-SHA-256) from the
 * installation's master secret for one purpose. A sealed text names the master secret that it was sealed with.
 */
export class SecretBox {
  readonly #own: Key;
  readonly #keys: readonly Key[];

  /**
   * @param master seals, and opens.
   * @param purpose separates the keys of one master secret; the same on both sides, for example `provider-api-key`.
   * @param accepted further master secrets, whose texts are opened too: while the master secret changes.
   */
  constructor(master: Buffer, purpose: string, accepted: readonly Buffer[] = []) {
    this.#own = keyOf(master, purpose);
    this.#keys = [this.#own, ...accepted.map((other) => keyOf(other, purpose))];
  }

  /**
   * Text that only {@link open} with the same owner reads. The owner's id binds a secret to what it belongs to.
   *
   * @param options.repeatable the same text for the same secret and owner, for messages that are compared. The IV then follows from both, so
   * that no IV ever serves two different texts; it shows whether an owner's secret has changed, and nothing else.
   */
  seal(secret: string, ownerId: string, { repeatable = false }: { repeatable?: boolean } = {}): string {
    const iv = repeatable
      ? this.derive(JSON.stringify(['iv', ownerId, secret])).subarray(0, ivBytes)
      : randomBytes(ivBytes);
    const cipher = createCipheriv('aes-256-gcm', this.#own.bytes, iv).setAAD(Buffer.from(ownerId));
    const sealed = Buffer.concat([iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return version + sealed.toString('base64url') + idMark + this.#own.id;
  }

  /** @throws Error when the text was changed, belongs to another owner, or was sealed under a master secret that is not here. */
  open(sealed: string, ownerId: string): string {
    const [text = '', id] = sealed.split(idMark);
    const bytes = Buffer.from(text.slice(version.length), 'base64url');
    if (!text.startsWith(version) || bytes.length < ivBytes + tagBytes) throw new Error('This is no sealed secret.');
    // Texts from before 0.2 have no id.
    const keys = id === undefined ? this.#keys : this.#keys.filter((key) => key.id === id);
    if (keys.length === 0) throw new Error(`This is sealed with a key that is not here: ${id}.`);
    return openedWith(keys, bytes, ownerId);
  }

  /** Whether {@link seal} made this text, under this master secret, and not a version from before 0.2. */
  isOwn(sealed: string): boolean {
    return sealed.endsWith(idMark + this.#own.id);
  }

  /** The same secret under this master secret, and the same text where it is so already. @throws Error as {@link open} */
  renew(sealed: string, ownerId: string): string {
    return this.isOwn(sealed) ? sealed : this.seal(this.open(sealed, ownerId), ownerId, { repeatable: true });
  }

  /** 32 bytes that nobody can guess without the master secret, always the same for the same text. */
  derive(text: string): Buffer {
    return createHmac('sha256', this.#own.bytes).update(text).digest();
  }
}

function keyOf(master: Buffer, purpose: string): Key {
  return { id: derived(master, 'key-id').subarray(0, idBytes).toString('hex'), bytes: derived(master, purpose) };
}

function derived(master: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', master, Buffer.alloc(0), `earshot/${purpose}`, 32));
}

/** @throws Error where none of the keys fits. */
function openedWith(keys: readonly Key[], bytes: Buffer, ownerId: string): string {
  let failure = new Error('There is no key.');
  for (const key of keys) {
    const decipher = createDecipheriv('aes-256-gcm', key.bytes, bytes.subarray(0, ivBytes))
      .setAAD(Buffer.from(ownerId))
      .setAuthTag(bytes.subarray(-tagBytes));
    try {
      const parts = [decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()];
      return Buffer.concat(parts).toString('utf8');
    } catch (error) {
      failure = error as Error;
    }
  }
  throw failure;
}
