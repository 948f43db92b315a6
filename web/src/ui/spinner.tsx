import styles from './spinner.module.css'

/** Give a label where no text beside it says what is loading. */
export function Spinner({ label, size = '1.15em' }: { label?: string; size?: string }) {
  return (
    <span
      role={label ? 'status' : undefined}
      className={styles.spinner}
      style={{ width: size, height: size }}
    >
      <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" aria-hidden="true">
        <circle cx="12" cy="12" r="10" strokeWidth="2.4" strokeDasharray="46 17" strokeLinecap="round" />
        <circle cx="12" cy="12" r="5.6" strokeWidth="1.4" opacity="0.5" strokeDasharray="24 12" />
        <circle cx="12" cy="12" r="1.8" fill="currentColor" stroke="none" />
      </svg>
      {label && <span className="visually-hidden">{label}</span>}
    </span>
  )
}
