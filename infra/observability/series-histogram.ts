import { Histogram, type LabelValues } from 'prom-client'

type Series<Label extends string> = {
  readonly labels: LabelValues<Label>
  readonly bucketValues: Record<string, number>
  sum: number
  count: number
}

/** A histogram whose series can be kept. prom-client looks for it with each value, which takes 1 µs. */
export class SeriesHistogram<Label extends string> extends Histogram<Label> {
  // Private fields of prom-client 15.
  declare private readonly hashMap: Readonly<Record<string, Series<Label>>>
  declare private readonly labelNames: readonly Label[]
  declare private readonly upperBounds: readonly number[]

  /** @returns what adds a value */
  seriesOf(labels: LabelValues<Label>): (value: number) => void {
    const bounds = this.upperBounds.map((upper) => ({ upper, name: String(upper) }))
    let { hashMap } = this
    let series = this.find(labels) ?? this.create(labels)
    return (value) => {
      // After a reset.
      if (this.hashMap !== hashMap) {
        series = this.find(labels) ?? this.create(labels)
        hashMap = this.hashMap
      }
      const bound = bounds.find(({ upper }) => value <= upper)?.name
      if (bound !== undefined) series.bucketValues[bound] = (series.bucketValues[bound] ?? 0) + 1
      series.sum += value
      series.count += 1
    }
  }

  private find(labels: LabelValues<Label>): Series<Label> | undefined {
    const isSame = (series: Series<Label>) =>
      this.labelNames.every((name) => series.labels[name] === labels[name])
    return Object.values(this.hashMap).find(isSame)
  }

  private create(labels: LabelValues<Label>): Series<Label> {
    this.zero(labels)
    const created = this.find(labels)
    if (created === undefined) throw new Error('the histogram has no such series')
    return created
  }
}
