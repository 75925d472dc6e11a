import { useState } from 'react'

export interface Selection {
  ids: ReadonlySet<string>
  /** Turns one on or off; with `isRange` everything between it and the last one gets its state. */
  toggle: (id: string, isRange: boolean) => void
  selectAll: () => void
  clear: () => void
}

/** Which rows are chosen; without those that have left the list. */
export function useSelection(rows: readonly { _id: string }[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [last, setLast] = useState<string | null>(null)
  const all = rows.map(({ _id }) => _id)
  const toggle = (id: string, isRange: boolean) => {
    const isOn = !chosen.has(id)
    const [from, to] = [all.indexOf(last ?? id), all.indexOf(id)].sort((a, b) => a - b) as [number, number]
    const touched = isRange && from >= 0 ? all.slice(from, to + 1) : [id]
    const next = new Set(chosen)
    for (const one of touched) {
      if (isOn) next.add(one)
      else next.delete(one)
    }
    setChosen(next)
    setLast(id)
  }
  return {
    ids: new Set(all.filter((id) => chosen.has(id))),
    toggle,
    selectAll: () => setChosen(new Set(all)),
    clear: () => setChosen(new Set()),
  }
}
