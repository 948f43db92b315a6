/** The place for the focus when a control is about to go, or has gone, with its work done. */
export function sectionOf(control: Element | null): HTMLElement | null {
  return control?.closest<HTMLElement>('article, section, main') ?? null
}

/** From the inside out. */
export function sectionsAround(control: Element | null): HTMLElement[] {
  const section = sectionOf(control)
  return section ? [section, ...sectionsAround(section.parentElement)] : []
}

export function focusSection(section: HTMLElement | null): void {
  if (!section) return
  section.tabIndex = -1
  section.focus({ preventScroll: true })
}

/** For `ref`: when the element goes with the focus in it, the section around it takes the focus. */
export function passFocusOn(element: HTMLElement | null): () => void {
  return () => {
    if (element?.contains(document.activeElement)) focusSection(sectionOf(element.parentElement))
  }
}
