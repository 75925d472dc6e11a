import type { RouteWords } from './en.ts'

export const route: RouteWords = {
  stored: (place) => `存放在${place}`,
  timed: (place, ms) => `存放在${place}，延迟 ${ms} 毫秒`,
}
