/**
 * Names of mp4 and mkv files with the marks of copied films and series: a resolution tag, a rip tag, a release group or
 * a season tag. Anonymous senders may not send them. All patterns are here, their cases in the test.
 */
import { extensionOf } from '../core/names.ts'

const MARKERS = [
  // Resolution tags of releases. '4K' and '1920x1080' are what cameras write, and pass.
  '(?:480|576|720|1080|2160|4320)p|1080i',
  // The source of the copy. 'HDTV' and 'Blu-ray' alone are goods on sale, and pass.
  '(?:web|hd|br|bd|dvd|hdtv|tv|sat|vhs|cam|ppv|vod|uhd)[ ._-]?rip|web[ ._-]?dl|b[dr][ ._-]?remux|bluray',
  'dvd[ ._-]?(?:scr|r5)|pdtv|hd[ ._-]?(?:cam|ts)|telesync',
  // The release group. Groups whose name is a common word always come with a tag from above.
  'yify|yts(?:[ ._-](?:mx|am|ag|lt))?|rarbg|e[tz]tvx?|axxo|ganool|tigole|qxr|megusta|cmrg|ion10|tgx|galaxyrg|pahe[ ._-](?:in|li|ph)',
  'horriblesubs|subsplease|erai-raws|1337x|mkvcage|tamil(?:rockers|mv|blasters)|movierulz|filmyzilla|bolly4u|katmoviehd|vegamovies',
  // Season tags: S01E02, Season 1 Episode 2, S03 complete.
  's\\d{1,2}[ ._-]?ep?\\d{1,3}|season[ ._-]{0,3}\\d{1,2}[ ._-]{0,3}e(?:p|pisode)?[ ._-]{0,3}\\d{1,3}',
  '(?:s|season[ ._-]?)\\d{1,2}[ ._-]complete|complete[ ._-](?:s|season[ ._-]?)\\d{1,2}',
]

const MARKED = new RegExp(`(?<![a-z\\d])(?:${MARKERS.join('|')})(?![a-z\\d])|电影天堂|阳光电影|人人影视|字幕组`)

/** Whether the server would refuse an mp4 or mkv of this name as a potential copyright file. Folders do not count. */
export function hasPiracyMarker(path: string): boolean {
  const extension = extensionOf(path)
  if (extension !== 'mp4' && extension !== 'mkv') return false
  return MARKED.test(
    path
      .slice(path.lastIndexOf('/') + 1)
      .normalize('NFKC')
      .toLowerCase(),
  )
}
