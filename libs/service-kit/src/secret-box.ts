import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const ivBytes = 12; // the length that GCM is specified for (NIST SP 800-38D, section 8.2)
const tagBytes = 16;
const version = 'v1.';

/**
 * Keeps small secrets unreadable wherever they travel or lie: AES-256-GCM under a key derived (HKDF-SHA-256) from the
 * installation's master secret for one purpose.
 */
export class SecretBox {
  readonly #key: Buffer;

  /** @param purpose separates the keys of one master secret; the same on both sides, for example `provider-api-key`. */
  constructor(master: Buffer, purpose: string) {
    this.#key = Buffer.from(hkdfSync('sha256', master, Buffer.alloc(0), `earshot/${purpose}`, 32));
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
    const cipher = createCipheriv('aes-256-gcm', this.#key, iv).setAAD(Buffer.from(ownerId));
    const sealed = Buffer.concat([iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return version + sealed.toString('base64url');
  }

  /** @throws Error when the text was changed, belongs to another owner, or was sealed under another master secret. */
  open(sealed: string, ownerId: string): string {
    const bytes = Buffer.from(sealed.slice(version.length), 'base64url');
    if (!sealed.startsWith(version) || bytes.length < ivBytes + tagBytes) throw new Error('This is no sealed secret.');
    const decipher = createDecipheriv('aes-256-gcm', this.#key, bytes.subarray(0, ivBytes))
      .setAAD(Buffer.from(ownerId))
      .setAuthTag(bytes.subarray(-tagBytes));
    const parts = [decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()];
    return Buffer.concat(parts).toString('utf8');
  }

  /** 32 bytes that nobody can guess without the master secret, always the same for the same text. */
  derive(text: string): Buffer {
    return createHmac('sha256', this.#key).update(text).digest();
  }
}
