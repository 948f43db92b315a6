import { Tabs as RadixTabs } from 'radix-ui'
import type { ReactNode } from 'react'
import styles from './tabs.module.css'

type TabsProps<Value extends string> = {
  label: string
  value: Value
  onValueChange: (value: Value) => void
  tabs: readonly { value: Value; label: ReactNode; panel: ReactNode }[]
}

export function Tabs<Value extends string>({ label, value, onValueChange, tabs }: TabsProps<Value>) {
  const choose = (chosen: string) => {
    const tab = tabs.find((candidate) => candidate.value === chosen)
    if (tab) onValueChange(tab.value)
  }
  return (
    <RadixTabs.Root value={value} onValueChange={choose} className={styles.root}>
      <RadixTabs.List aria-label={label} className={styles.list}>
        {tabs.map((tab) => (
          <RadixTabs.Trigger key={tab.value} value={tab.value} className={styles.tab}>
            {tab.label}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {tabs.map((tab) => (
        <RadixTabs.Content key={tab.value} value={tab.value} className={styles.panel}>
          {tab.panel}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  )
}
