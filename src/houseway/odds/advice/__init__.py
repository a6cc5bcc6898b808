"""What a player would do best now, and what the other choices cost: from what they see, no more.

Where the lab knows the position exactly, exactly; else what the player cannot see is dealt anew
many times and played to its end, and the advice says that it is estimated.
"""
