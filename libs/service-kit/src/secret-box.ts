import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const ivBytes = 12; // the length that GCM is specified for (NIST SP 800-38D, section 8.2)
const tagBytes = 16;
const version = 'v1.';

/** Precedes the key id. Base64 decoders stop here, so versions before 0.1 can read the text. */
const idMark = '=';
const idBytes = 6;

/** A key derived from a master secret for one purpose. */
interface Key {
  readonly id: string;
  readonly bytes: Buffer;
}

/**
 * Encrypts small secrets with AES-256-GCM, under a key derived (HKDF-SHA-256) from the master secret for one purpose.
 * The sealed text names its master secret.
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
   * Encrypts a secret; {@link open} needs the same owner.
   *
   * @param options.repeatable returns the same text for the same secret and owner, for messages that are compared. The
   * IV is derived from both, so no IV serves two texts; equal texts reveal equal secrets of one owner.
   */
  seal(secret: string, ownerId: string, { repeatable = false }: { repeatable?: boolean } = {}): string {
    const iv = repeatable
      ? this.derive(JSON.stringify(['iv', ownerId, secret])).subarray(0, ivBytes)
      : randomBytes(ivBytes);
    const cipher = createCipheriv('aes-256-gcm', this.#own.bytes, iv).setAAD(Buffer.from(ownerId));
    const sealed = Buffer.concat([iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return version + sealed.toString('base64url') + idMark + this.#own.id;
  }

  /** Decrypts a secret. @throws Error if the text was changed, has another owner, or its master secret is unknown. */
  open(sealed: string, ownerId: string): string {
    const [text = '', id] = sealed.split(idMark);
    const bytes = Buffer.from(text.slice(version.length), 'base64url');
    if (!text.startsWith(version) || bytes.length < ivBytes + tagBytes)
      throw new Error('The value is not a sealed secret.');
    // Texts of versions before 0.1 have no key id.
    const keys = id === undefined ? this.#keys : this.#keys.filter((key) => key.id === id);
    if (keys.length === 0) throw new Error(`The secret is sealed with an unknown key: ${id}.`);
    return openedWith(keys, bytes, ownerId);
  }

  /** Whether the text is sealed with the current master secret, and names it. */
  isOwn(sealed: string): boolean {
    return sealed.endsWith(idMark + this.#own.id);
  }

  /** Seals again with the current master secret, if needed. @throws Error as {@link open} */
  renew(sealed: string, ownerId: string): string {
    return this.isOwn(sealed) ? sealed : this.seal(this.open(sealed, ownerId), ownerId, { repeatable: true });
  }

  /** Derives 32 bytes from a text and the master secret (HMAC). */
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

/** @throws Error if no key fits. */
function openedWith(keys: readonly Key[], bytes: Buffer, ownerId: string): string {
  let failure = new Error('No key is configured.');
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
