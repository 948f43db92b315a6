// Home preloads them; on other pages they would delay the scripts, without which nothing is painted.
for (const family of ['Bricolage Grotesque', 'Geist']) void document.fonts.load(`1em "${family} Variable"`)
