import { useEffect, useRef, type RefObject } from 'react';

/** Distance from the end within which the view follows what is added. */
const nearPx = 80;

/**
 * Keeps the end of a scrolling element in view while its first child grows, unless it was scrolled up.
 *
 * @param turns number of turns; a new one is always scrolled into view
 */
export function useStickToEnd(turns: number): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  const isNear = useRef(true);
  useEffect(() => {
    const { current } = element;
    const content = current?.firstElementChild ?? null;
    if (current === null || content === null) return;
    const onScroll = () => {
      isNear.current = current.scrollHeight - current.scrollTop - current.clientHeight < nearPx;
    };
    const observer = new ResizeObserver(() => {
      if (isNear.current) current.scrollTop = current.scrollHeight;
    });
    observer.observe(content);
    current.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      current.removeEventListener('scroll', onScroll);
    };
  }, []);
  useEffect(() => {
    isNear.current = true;
    const { current } = element;
    if (current !== null) current.scrollTop = current.scrollHeight;
  }, [turns]);
  return element;
}
