import { useEffect, useRef } from 'react';
import { Loading } from './states.js';

/** Props of {@link ListEnd}. */
export interface ListEndProps {
  /** What loads there, for screen readers. */
  readonly label: string;
  /** Called once, when the end comes into view. Give the element another `key` for the next page. */
  readonly onReach: () => void;
}

/** The end of a list of which more can be loaded. */
export function ListEnd({ label, onReach }: ListEndProps) {
  const ref = useRef<HTMLDivElement>(null);
  const latest = useRef(onReach);
  useEffect(() => {
    latest.current = onReach;
  });
  useEffect(() => {
    const observer = new IntersectionObserver((changes) => {
      if (!changes.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      latest.current();
    });
    if (ref.current !== null) observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={ref}>
      <Loading lines={2} label={label} />
    </div>
  );
}
