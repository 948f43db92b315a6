export type OtherWay = {
  /** What is typed in the form of the page; null where it is invalid, which the form then shows. */
  readFields: () => Promise<{ email: string; display_name?: string } | null>
  /** Shows at the fields what the server refuses. */
  onRefused: (error: unknown) => void
}
