import type { AttachedImage } from './conversation.js';
import styles from './turn-view.module.css';

/**
 * Images of this origin and of the message itself are shown; others would be requests to other hosts, so they are
 * links.
 */
export function MessageImages({ images }: { readonly images: readonly AttachedImage[] }) {
  if (images.length === 0) return null;
  return (
    <div className={styles.images}>
      {images.map(({ name, url }, index) =>
        /^(data:image\/|\/images\/)/.test(url) ? (
          <img key={index} className={styles.image} src={url} alt={name} />
        ) : (
          <a key={index} href={url} target="_blank" rel="noopener noreferrer">
            {name}
          </a>
        ),
      )}
    </div>
  );
}
