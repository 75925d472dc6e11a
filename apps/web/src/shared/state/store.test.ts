import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { makeStore, useStore } from './store.ts'

test('calls every listener for each change, until it stops', () => {
  const store = makeStore(1)
  const heard: number[] = []
  const stop = store.subscribe(() => heard.push(store.read()))
  store.set(2)
  store.set(3)
  stop()
  store.set(4)
  expect(heard).toEqual([2, 3])
  expect(store.read()).toBe(4)
})

test('does nothing where the value stays the same', () => {
  const store = makeStore<string | null>(null)
  let told = 0
  store.subscribe(() => told++)
  store.set(null)
  expect(told).toBe(0)
})

test('makes the first value once, on its first read', () => {
  let made = 0
  const store = makeStore(() => ({ nth: ++made }))
  expect(made).toBe(0)
  expect(store.read()).toBe(store.read())
  expect(store.read()).toEqual({ nth: 1 })
})

test('renders the first value on the server, or the one named for it', () => {
  const Shown = ({ store }: { store: ReturnType<typeof makeStore<{ name: string }>> }) =>
    useStore(store, ({ name }) => name)
  const changed = makeStore({ name: 'first' })
  changed.set({ name: 'later' })
  expect(renderToString(createElement(Shown, { store: changed }))).toBe('first')
  expect(renderToString(createElement(Shown, { store: makeStore({ name: 'here' }, { name: 'nobody' }) }))).toBe(
    'nobody',
  )
})
