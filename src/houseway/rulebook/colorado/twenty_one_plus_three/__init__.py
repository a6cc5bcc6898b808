"""21+3 and 21+3 Xtreme, Colorado 30-2107."""
