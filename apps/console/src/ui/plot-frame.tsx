import type { PointerEvent, ReactNode } from 'react';
import { AxisBottom, AxisLeft, type AxisScale } from '@visx/axis';
import { GridRows } from '@visx/grid';
import type { scaleLinear } from '@visx/scale';
import styles from './plot.module.css';

/** Size of a plot in CSS pixels. */
export interface PlotSize {
  readonly width: number;
  readonly height: number;
}

/** Vertical scale of a plot. */
export type ValueScale = ReturnType<typeof scaleLinear<number>>;

/** Room for the labels of the axes, in CSS pixels. */
const margin = { top: 8, right: 8, bottom: 22, left: 52 } as const;

/** Returns the ranges of the scales of a plot: left to right, and bottom to top. */
export function rangesOf({ width, height }: PlotSize): { readonly x: [number, number]; readonly y: [number, number] } {
  return { x: [margin.left, Math.max(margin.left, width - margin.right)], y: [height - margin.bottom, margin.top] };
}

/** Props of {@link PlotFrame}. */
export interface PlotFrameProps<Scale extends AxisScale> extends PlotSize {
  readonly x: Scale;
  readonly y: ValueScale;
  /** Values at which the axis of time has a label. */
  readonly times: Parameters<Scale>[0][];
  readonly formatTime: (time: Parameters<Scale>[0]) => string;
  readonly values: readonly number[];
  readonly formatValue: (value: number) => string;
  /** Called with the horizontal place of the pointer in CSS pixels; null when it leaves. */
  readonly onPoint: (left: number | null) => void;
  readonly children: ReactNode;
}

/** The axes and the grid around the marks of a plot. */
export function PlotFrame<Scale extends AxisScale>(props: PlotFrameProps<Scale>) {
  const { width, height, x, y, times, formatTime, values, formatValue, onPoint, children } = props;
  const { x: across, y: upright } = rangesOf({ width, height });
  const point = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) =>
    onPoint(clientX - currentTarget.getBoundingClientRect().left);
  return (
    <svg
      className={styles.svg}
      width={width}
      height={height}
      onPointerMove={point}
      onPointerLeave={() => onPoint(null)}
    >
      <GridRows
        scale={y}
        left={across[0]}
        width={across[1] - across[0]}
        tickValues={[...values]}
        stroke="var(--line)"
      />
      {children}
      <AxisLeft
        scale={y}
        left={across[0]}
        tickValues={[...values]}
        tickFormat={(value) => formatValue(Number(value))}
        tickLength={0}
        tickLabelProps={{ className: styles.label, fill: undefined, fontFamily: undefined, fontSize: undefined }}
        hideAxisLine
        hideTicks
      />
      <AxisBottom
        scale={x}
        top={upright[0]}
        tickValues={times}
        tickFormat={formatTime}
        tickLabelProps={{ className: styles.label, fill: undefined, fontFamily: undefined, fontSize: undefined }}
        stroke="var(--line)"
        hideTicks
      />
    </svg>
  );
}

/** The vertical line through the values under the pointer. @param left place in CSS pixels; null for none */
export function PlotCursor({ left, y }: { readonly left: number | null; readonly y: ValueScale }) {
  if (left === null) return null;
  const [bottom = 0, top = 0] = y.range();
  return <line x1={left} x2={left} y1={bottom} y2={top} stroke="var(--line-strong)" />;
}
