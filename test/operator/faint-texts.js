// The visible texts of a page whose contrast with what is behind them is below WCAG 2.1's 1.4.3: 4.5, or 3 for large ones. Read as one expression.
;(() => {
  const LEAST = 4.5
  const LEAST_LARGE = 3
  const numbers = text => {
    const [, space, parts] = /^(rgba?|color)\((?:srgb )?(.*)\)$/.exec(text) ?? []
    if (space === undefined) throw new Error(`cannot read the colour ${text}`)
    const [red, green, blue, alpha = 1] = parts.split(/[\s,/]+/).map(Number)
    const scale = space === 'color' ? 255 : 1
    return { rgb: [red, green, blue].map(value => value * scale), alpha }
  }
  const over = (under, { rgb, alpha }) => rgb.map((value, index) => value * alpha + under[index] * (1 - alpha))
  const behind = node => {
    const layers = []
    for (let each = node; each !== null; each = each.parentElement) layers.push(numbers(getComputedStyle(each).backgroundColor))
    return layers.reduceRight(over, [255, 255, 255])
  }
  const linear = value => (value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
  const luminance = ([red, green, blue]) =>
    0.2126 * linear(red / 255) + 0.7152 * linear(green / 255) + 0.0722 * linear(blue / 255)
  const contrast = node => {
    const back = behind(node)
    const [low, high] = [luminance(over(back, numbers(getComputedStyle(node).color))), luminance(back)].sort((a, b) => a - b)
    return (high + 0.05) / (low + 0.05)
  }
  const leastOf = node => {
    const { fontSize, fontWeight } = getComputedStyle(node)
    const size = Number.parseFloat(fontSize)
    return size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700) ? LEAST_LARGE : LEAST
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const faint = []
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const node = text.parentElement
    const isSeen = text.data.trim() !== '' && node.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    if (!isSeen || node.closest(':disabled, script, style') !== null) continue
    const found = contrast(node)
    if (found < leastOf(node))
      faint.push(`${text.data.trim().slice(0, 40)} (${node.tagName}.${node.className}): ${found.toFixed(2)}`)
  }
  return faint
})()
