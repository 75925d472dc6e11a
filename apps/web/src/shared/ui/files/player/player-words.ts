const en = {
  line: 'The connection was lost. Check it, and play the recording again.',
  gone: 'This recording can’t be played or downloaded any more. Load the page again to see why.',
  format: 'This browser can’t play the recording. Download it, and open it in another program.',
  download: 'Download the recording',
  play: 'Play',
  failed: 'This recording can’t be played now. Try again, or download it.',
}

const zh: typeof en = {
  line: '网络连接已断开。请检查网络后重新播放。',
  gone: '此录制内容已不能播放或下载。请重新加载页面查看原因。',
  format: '此浏览器无法播放该录制内容。请下载后用其他程序打开。',
  download: '下载录制内容',
  play: '播放',
  failed: '暂时无法播放此录制内容。请重试，或下载后播放。',
}

/** Playing a recording, and why it does not play. They come with the code that shows them. */
export const playerWords = { en, zh }
