import clsx from 'clsx'
import type { ComponentProps, Key, MouseEvent, ReactNode, Ref } from 'react'
import styles from './table.module.css'

export type TableColumn<Row> = {
  header: string
  cell: (row: Row) => ReactNode
  isRowHeader?: boolean
  className?: string | undefined
  cellClassName?: (row: Row) => string | undefined
}

type TableProps<Row> = {
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row, index: number) => Key
  caption?: string
  /** On a narrow screen each row becomes a list of `header: cell`. */
  stacked?: boolean
  className?: string | undefined
  rowProps?: (row: Row) => ComponentProps<'tr'>
  bodyRef?: Ref<HTMLTableSectionElement>
  footRows?: readonly Row[]
}

export function Table<Row>({
  columns,
  rows,
  rowKey,
  caption,
  stacked = false,
  className,
  rowProps,
  bodyRef,
  footRows = [],
}: TableProps<Row>) {
  const renderRow = (row: Row, index: number) => (
    <tr {...rowProps?.(row)} key={rowKey(row, index)}>
      {columns.map((column) => {
        const Cell = column.isRowHeader ? 'th' : 'td'
        return (
          <Cell
            key={column.header}
            scope={column.isRowHeader ? 'row' : undefined}
            data-label={stacked ? column.header : undefined}
            className={clsx(column.className, column.cellClassName?.(row)) || undefined}
          >
            {column.cell(row)}
          </Cell>
        )
      })}
    </tr>
  )
  const table = (
    <table className={clsx(styles.table, stacked && styles.stacked, className)}>
      {caption && <caption className="visually-hidden">{caption}</caption>}
      <thead>
        <tr>
          {columns.map(({ header, className }) => (
            <th key={header} scope="col" className={className}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={bodyRef}>{rows.map(renderRow)}</tbody>
      {footRows.length > 0 && <tfoot>{footRows.map(renderRow)}</tfoot>}
    </table>
  )
  return (
    <div className={styles.room}>
      <div className={styles.scroller}>{table}</div>
    </div>
  )
}

/** Makes a row the target of the link in it: not every browser can position a link over a row. */
export function followRowLink({ currentTarget, target }: MouseEvent<HTMLTableRowElement>): void {
  if (target instanceof Element && !target.closest('a, button')) currentTarget.querySelector('a')?.click()
}
