import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import 'uplot/dist/uPlot.min.css'
import type UPlot from 'uplot'

/** Point of a chart: seconds since 1970, and a value. */
export type Point = readonly [time: number, value: number]

/**
 * Steps over time. The library loads with the first chart. Screen readers get the summary, since the
 * same values stand in a list beside it.
 */
export function Chart({
  points,
  label,
  unit,
}: {
  readonly points: readonly Point[]
  /** Content of the chart, in a sentence. */
  readonly label: string
  readonly unit: string
}): JSX.Element {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const holder = place.current
    if (!holder || points.length < 2) return
    let remove: (() => void) | undefined
    let isRemoved = false
    import('uplot').then(({ default: Plot }) => {
      if (isRemoved) return
      const size = () => ({ width: holder.clientWidth, height: 220 })
      const options = optionsOf(Plot, unit, getComputedStyle(holder))
      const data = [points.map(([time]) => time), points.map(([, value]) => value)]
      const plot = new Plot({ ...options, ...size() }, data as [number[], number[]], holder)
      const observer = new ResizeObserver(() => plot.setSize(size()))
      observer.observe(holder)
      remove = () => {
        observer.disconnect()
        plot.destroy()
      }
    })
    return () => {
      isRemoved = true
      remove?.()
    }
  }, [points, unit])
  return <div class="chart" role="img" aria-label={label} ref={place} />
}

function optionsOf(
  Plot: typeof UPlot,
  unit: string,
  style: CSSStyleDeclaration,
): Omit<UPlot.Options, 'width' | 'height'> {
  // A canvas takes colours and no variables: the holder has them as colours of its parts.
  const ink = style.color
  const line = style.borderTopColor
  const accent = style.outlineColor
  const stepped = Plot.paths.stepped?.({ align: 1 })
  const axis = {
    stroke: ink,
    font: '12px system-ui, sans-serif',
    grid: { stroke: line, width: 1 },
    ticks: { stroke: line, width: 1 },
  }
  return {
    legend: { show: true, live: true },
    cursor: { y: false },
    tzDate: (seconds) => Plot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    axes: [
      axis,
      { ...axis, size: 76, values: (_, values) => values.map((value) => compact.format(value)) },
    ],
    series: [
      {
        label: 'Time',
        value: (_, time) =>
          time === null
            ? ''
            : `${new Date(time * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
      },
      {
        label: unit,
        stroke: accent,
        fill: style.backgroundColor,
        width: 2,
        ...(stepped && { paths: stepped }),
        points: { show: false },
        value: (_, value) => (value === null ? '' : value.toLocaleString('en')),
      },
    ],
  }
}

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 5 })
