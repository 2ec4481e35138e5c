/**
 * Where bytes are kept. Those who send or take them do so themselves, at addresses that are good for a while: they pass neither through this
 * service nor over a lane. A key is a path of letters, digits and `._-/`.
 */
export interface ObjectStore {
  /** An address that takes one object by `PUT`, whole or not at all; it replaces what was there. */
  uploadUrl(key: string, validForS: number): Promise<string>;

  /** An address that gives the object by `GET` and `HEAD`, parts of it by `Range`; 404 where there is none. */
  downloadUrl(key: string, validForS: number): Promise<string>;

  /** Bytes of the object; null where there is none. @throws AppError `service_unavailable` */
  sizeOf(key: string): Promise<number | null>;

  /** Resolves once the object is gone, or was never there. @throws AppError `service_unavailable` */
  delete(key: string): Promise<void>;
}
