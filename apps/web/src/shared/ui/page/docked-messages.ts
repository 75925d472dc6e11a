/** Where the messages are a bar: as in notice-board.module.css. */
const DOCKED = '(max-width: 880px)'
const DOCKED_BELOW = '(max-width: 1180px)'
const WITHOUT_ROOM = '.dash-nav, .mantine-Modal-overlay, .mantine-Drawer-overlay'

const isBar = () =>
  matchMedia(DOCKED).matches || (matchMedia(DOCKED_BELOW).matches && document.querySelector(WITHOUT_ROOM) !== null)

let isDocking = false

/**
 * Keeps what is typed or pressed clear of the messages, which on phones are a bar at the bottom: everything else there
 * moves up by its height (`--messages`), it stands above the keyboard (`--keyboard`), and the page scrolls where it
 * would cover the focused field. Once called it lasts as long as the page; until then the bar is only above its bottom.
 */
export function dockMessages(): void {
  const bar = document.getElementById('messages')
  const { visualViewport } = window
  if (isDocking || bar === null || visualViewport === null) return
  isDocking = true
  const { style } = document.documentElement
  const place = () => {
    const isDocked = isBar()
    const covered = innerHeight - visualViewport.height - visualViewport.offsetTop
    style.setProperty('--keyboard', `${Math.max(0, Math.round(covered))}px`)
    style.setProperty('--messages', `${isDocked ? bar.offsetHeight : 0}px`)
    if (isDocked && bar.offsetHeight > 0) uncoverFocus(bar)
  }
  new ResizeObserver(place).observe(bar)
  for (const event of ['resize', 'scroll']) visualViewport.addEventListener(event, place)
}

function uncoverFocus(bar: HTMLElement): void {
  const focused = document.activeElement
  if (focused === null || focused === document.body || bar.contains(focused)) return
  const { top } = bar.getBoundingClientRect()
  if (focused.getBoundingClientRect().bottom > top) focused.scrollIntoView({ block: 'nearest' })
}
